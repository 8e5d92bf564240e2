"""The command that writes the record of a talk."""

from pathlib import Path

from jaxlive.cli.execute import Refused
from jaxlive.cli.show import SUCCESS, console
from jaxlive.runs.record import moment, of_talk, page, predicted, remembered
from jaxlive.web.serve import read_settings


def session(*, since: str | None = None, out: Path = Path("session.html")) -> int:
    """Write the record of the last talk: one HTML file with what ran on each slide, which needs nothing else.

    Parameters
    ----------
    since
        A date or time, such as 2026-11-15 or 2026-11-15T09:30: all that has run from then on.
    out
        The file.
    """
    settings = read_settings()
    try:
        start = moment(since) if since else None
    except ValueError:
        raise Refused(f"--since is {since!r}: expected a date or time, such as 2026-11-15T09:30") from None
    if settings.history is None:
        raise Refused("no history is kept: set JAXLIVE_HISTORY to a file")
    runs = of_talk(remembered(settings.history), start)
    content = page(runs, predicted(settings.history), settings.deck)
    try:
        out.write_text(content)
    except OSError as error:
        raise Refused(f"{out} can't be written ({error.strerror}): name another file with --out") from None
    console.print(f"{out}: {len(runs)} runs", markup=False, highlight=False)
    return SUCCESS
