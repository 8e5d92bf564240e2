"""Go or no-go: what a run, a recording and a machine have to be for the talk."""

import re
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from jaxlive.cli.slides import MAKE, Card
from jaxlive.lab.declare.blocks import Timings
from jaxlive.lab.declare.environment import available_memory
from jaxlive.project import project, shown_path
from jaxlive.runs.claims import Claim, broken
from jaxlive.runs.models import Run

SLOW = 2.0
"""A run is slow beyond this many times what it typically takes, and a second."""
OLD = timedelta(days=30)
GIB = 2**30
DISK_BYTES, MEMORY_BYTES = 1 * GIB, 2 * GIB
SOURCES = (
    "slides.md", "slides", "pages", "components", "layouts", "styles", "setup", "snippets", "public",
    "themes", "addons", "imgs", "package.json",
)  # fmt: skip
"""Where Slidev looks within a talk's folder, as far as they are there; its experiments and recordings too."""
OUTSIDE = re.compile(r"""(?:(?:src|href)=["']?|url\(["']?|@import\s+["'])((?:https?:)?//[^"')\s]+)""")

Outcome = Run | str
"""A run at its end, or why there is none."""


class Verdict(NamedTuple):
    """No-go for `stops`; `warnings` are worth a look before the talk."""

    stops: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.stops:
            return f"no-go: {'; '.join(self.stops)}"
        return f"go, but {'; '.join(self.warnings)}" if self.warnings else "go"


def of_card(card: Card, run: Run, typical_seconds: float, recording: datetime | None) -> Verdict:
    """Whether a card has something to show, in time, and a recording for when it has not."""
    if run.status != "done":
        return Verdict((f"{run.status}: {run.problem.detail if run.problem else 'no reason given'}",))
    missing = ", ".join(card.missing(run.blocks))
    drawn = "; the drawing needs it" if card.drawn else ""
    stops = (f"the run has no block {missing}{drawn}",) if missing else ()
    late = run.elapsed_s > SLOW * typical_seconds + 1
    slow = (f"slow: usually {typical_seconds:g} s",) if late else ()
    return Verdict(stops, (*slow, *_too_noisy(card, run), *_age(recording)))


def _too_noisy(card: Card, run: Run) -> tuple[str, ...]:
    """What a run is too noisy to tell, of the comparisons that the card shows."""
    shown = [block for block in run.blocks if isinstance(block, Timings) and card.shows(block)]
    return tuple(block.flags[0] for block in shown if block.control and block.control.noisy)


def _age(recording: datetime | None) -> tuple[str, ...]:
    if recording is None:
        return ("no recording",)
    age = datetime.now(UTC) - recording
    return (f"recorded {age.days} days ago",) if age > OLD else ()


def of_claim(claim: Claim, outcome: Outcome) -> Verdict:
    """Whether a sentence's number is what the sentence says."""
    if isinstance(outcome, str) or outcome.status != "done":
        return Verdict((f"claim: {claim.of} has no result",))
    reason = broken(claim, outcome.blocks)
    return Verdict((reason,) if reason else ())


def of_build(deck: Path) -> Verdict:
    """Whether the deck is built, of its newest sources, and asks no other host for anything."""
    index = deck / "index.html"
    if not index.exists():
        return Verdict((f"{index} is missing: {MAKE}",))
    talk = project()
    own = [name.partition(".")[0] for name in talk.experiments]
    places = [talk.recordings, *(talk.root / name for name in (*SOURCES, *own))]
    newest = max((file for place in places for file in _files(place)), key=_time, default=index)
    if _time(newest) > _time(index):
        return Verdict((f"the deck is older than {shown_path(newest)}: {MAKE}",))
    return of_entries([index.read_text(), *(file.read_text() for file in deck.rglob("*.css"))])


def of_entries(texts: Iterable[str]) -> Verdict:
    """Whether the deck's HTML and CSS load everything from its own server."""
    outside = sorted({url for text in texts for url in OUTSIDE.findall(text)})
    return Verdict((f"it loads from other hosts: {', '.join(outside)}",) if outside else ())


def of_room(what: str, free: float, needed: int) -> Verdict:
    """Whether enough is free."""
    short = f"{free / GIB:.1f} GiB free, {needed // GIB} needed: close other programs or delete files"
    return Verdict((f"{what}: {short}",) if free < needed else ())


def of_machine() -> dict[str, Verdict]:
    """This machine's disk and memory."""
    disk, memory = shutil.disk_usage(project().root).free, available_memory()
    return {
        f"disk, {disk / GIB:.0f} GiB free": of_room("disk", disk, DISK_BYTES),
        f"memory, {memory / GIB:.0f} GiB free": of_room("memory", memory, MEMORY_BYTES),
    }


def _files(path: Path) -> Iterable[Path]:
    if path.is_file():
        return [path]
    passing = {"__pycache__", "node_modules"}
    return (file for file in path.rglob("*") if file.is_file() and not passing & set(file.parts))


def _time(file: Path) -> float:
    return file.stat().st_mtime
