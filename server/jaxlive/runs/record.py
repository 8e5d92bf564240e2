"""The record of a talk: what ran, written into the page that draws it, which needs nothing else."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path

from pydantic import BaseModel

from jaxlive.project import BUILT, project
from jaxlive.runs.errors import JaxliveError
from jaxlive.runs.models import Run
from jaxlive.runs.predictions import Prediction
from jaxlive.runs.store import MIGRATIONS, PREDICTIONS

PAGE = "record.html"
"""The file beside a built deck that is the page without a session."""
ENDED = """
    SELECT run FROM runs WHERE status NOT IN ('queued', 'running') ORDER BY created_at DESC, id DESC
"""
FIRST_WITH_PREDICTIONS = 4
"""Version of a history."""
PLACE = "<!--session-->"
BUSY_S = 1
"""For so long a history that is being written to is waited for."""
PAUSE = timedelta(hours=2)
"""So long nothing runs between two talks."""


class NoRecord(JaxliveError):
    """There is nothing to show, or it cannot be read."""

    status, slug, title = HTTPStatus.NOT_FOUND, "no-record", "No record"


class Card(BaseModel):
    """An experiment on a slide."""

    name: str
    pinned: dict[str, object] = {}
    drawn: bool = False


class Slide(BaseModel):
    """Of a slide no more than a record shows: its notes are the speaker's."""

    title: str
    alias: str = ""
    cards: list[Card] = []


class Session(BaseModel):
    """What the page draws; `runs` are oldest first, `predictions` those that these runs revealed."""

    title: str
    slides: list[Slide]
    runs: list[Run]
    predictions: list[Prediction]


def remembered(file: Path) -> Iterator[Run]:
    """The ended runs of a history, newest first, also of one that a server is using. Raises NoRecord."""
    with _opened(file) as (db, _):
        for (text,) in db.execute(ENDED):
            yield Run.model_validate_json(text)


def predicted(file: Path) -> list[Prediction]:
    """The last round of each question that a history keeps. Raises NoRecord."""
    with _opened(file) as (db, version):
        rows = db.execute(PREDICTIONS).fetchall() if version >= FIRST_WITH_PREDICTIONS else []
    return [Prediction.model_validate_json(text) for (text,) in rows]


@contextmanager
def _opened(file: Path) -> Iterator[tuple[sqlite3.Connection, int]]:
    """A history, to be read only, and its version."""
    if not file.is_file():
        raise NoRecord(f"{file} is missing: no talk has run here, or JAXLIVE_HISTORY names another file")
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_S)) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version > len(MIGRATIONS):
                raise NoRecord(
                    f"the history {file} is of version {version}, this program reads {len(MIGRATIONS)}: "
                    "use the program that wrote it"
                )
            yield db, version
    except sqlite3.Error as error:
        raise NoRecord(
            f"the history {file} can't be read ({error}): stop what uses it, or try again"
        ) from None


def of_talk(newest_first: Iterable[Run], since: datetime | None = None) -> list[Run]:
    """The runs since then, oldest first; by default since a pause of two hours. Raises NoRecord."""
    chosen: list[Run] = []
    for run in newest_first:
        parted = chosen and chosen[-1].created_at - run.created_at > PAUSE
        if run.created_at < since if since else parted:
            break
        chosen.append(run)
    if not chosen:
        when = f"since {since:%Y-%m-%d %H:%M} UTC" if since else "yet"
        raise NoRecord(f"nothing has run {when}: press r on a slide with a card, or name an earlier --since")
    return chosen[::-1]


def shell(built: Path) -> str:
    """The page without a session; empty where the deck is not built."""
    file = built / PAGE
    return file.read_text() if file.is_file() else ""


def page(runs: list[Run], kept: Sequence[Prediction], built: Path) -> str:
    """The record of these runs and what they revealed, as a page. Raises NoRecord without a built deck."""
    around, deck = shell(built), built / BUILT
    if not (around and deck.is_file()):
        raise NoRecord(f"{built / PAGE} or {deck} is missing: run make deck")
    slides = [Slide.model_validate(slide) for slide in json.loads(deck.read_text())["slides"]]
    shown = {run.id for run in runs}
    predictions = [one for one in kept if one.run_id in shown]
    session = Session(title=project().title, slides=slides, runs=runs, predictions=predictions)
    data = session.model_dump_json().replace("<", "\\u003c")  # no text of a run ends the script
    return around.replace(PLACE, f'<script type="application/json" id="session">{data}</script>')


def moment(text: str) -> datetime:
    """A date or a time as ISO 8601 has them, of this machine's time zone where they name none, in UTC."""
    return datetime.fromisoformat(text).astimezone(UTC)
