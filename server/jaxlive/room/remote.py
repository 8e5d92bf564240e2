"""What a paired phone shows: notes, the next slide, the time, the run; and the moves it asks for."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from pydantic import BaseModel

from jaxlive.project import project
from jaxlive.room.outline import outline
from jaxlive.room.phones import BEAT
from jaxlive.room.predictions import PAUSE_S, Predictions, idle
from jaxlive.runs.bus import Bus, Entry, heard
from jaxlive.runs.errors import TooLate
from jaxlive.runs.events import MoveAsked
from jaxlive.runs.history import History
from jaxlive.runs.models import DeckPosition, Move, Run, Status
from jaxlive.runs.predictions import Prediction, Question
from jaxlive.talk.presenter import Presenter


class RunState(BaseModel):
    """The run that is shown: the one under way, or the last."""

    id: str
    experiment: str
    status: Status
    elapsed_s: float


class RemoteState(BaseModel):
    """All that a remote shows. `deck` is null while no presenter's window is open.

    Minutes count from the first step beyond slide 1: `elapsed_min` as it is, `slide_ends_min` and
    `part_ends_min` as the notes promise, null where they promise nothing. `predictions` are those of this
    slide, idle ones too, and one that is open elsewhere.
    """

    deck: DeckPosition | None
    slides: int
    title: str
    notes: str
    next_title: str
    elapsed_min: float | None
    slide_ends_min: float | None
    part_ends_min: float | None
    run: RunState | None
    predictions: list[Prediction]


class RemoteControl:
    """The state for remotes, and their moves."""

    def __init__(
        self, deck: Path, presenter: Presenter, predictions: Predictions, history: History, bus: Bus
    ):
        self._deck, self._presenter, self._predictions = deck, presenter, predictions
        self._bus = bus
        self._under_way: dict[str, Run] = {}
        self._last: Run | None = None
        history.watchers.append(self._ran)

    def ask(self, move: Move) -> None:
        """Hand a move to the presenter's window. Raises TooLate for one from where the deck no longer is."""
        here = self._presenter.position
        if here is None:
            raise TooLate("no presenter's window is open: open /presenter with the presenter's token")
        if (move.page, move.clicks) != (here.page, here.clicks):
            saw = f"slide {move.page}, step {move.clicks}"
            raise TooLate(f"you saw {saw}, the deck is at slide {here.page}, step {here.clicks}: look again")
        event = MoveAsked(move=move)
        self._bus.publish(Entry(event.type, event.model_dump_json()))

    def state(self) -> RemoteState:
        """As it is now."""
        here, known, page = self._presenter.position, outline(self._deck), self._presenter.page
        slide, after = known.at(page), known.at(page + 1)
        began = self._presenter.began
        return RemoteState(
            deck=here,
            slides=sum(not one.appendix for one in known.slides),
            title=slide.title if slide else project().title,
            notes=slide.note if slide else "",
            next_title=after.title if after else "",
            elapsed_min=(time.monotonic() - began) / 60 if began is not None else None,
            slide_ends_min=known.minutes_before(page + 1) if slide and slide.minutes else None,
            part_ends_min=known.part_ends(page),
            run=self._run(),
            predictions=self._of_slide(slide.predictions if slide else []),
        )

    async def follow(self, paired: Callable[[], bool]) -> AsyncIterator[bytes]:
        """The state as an event, and again when it has changed, as long as the phone is paired."""
        sent = ""
        while paired() and not self._bus.closed:
            changed, state = self._bus.changed, self.state()
            text = state.model_dump_json(exclude={"elapsed_min": True, "run": {"elapsed_s"}})
            if text != sent:
                yield f"event: remote\ndata: {state.model_dump_json()}\n\n".encode()
                sent = text
                await asyncio.sleep(PAUSE_S)
            elif not await heard(changed):
                yield BEAT

    def _ran(self, run: Run) -> None:
        """A run waits, has started, or has ended."""
        self._under_way.pop(run.id, None)
        self._last = run
        if run.finished_at is None:
            self._under_way[run.id] = run

    def _run(self) -> RunState | None:
        """The one that runs, or else the one that was told of last."""
        running = (run for run in self._under_way.values() if run.status == "running")
        run = next(running, self._last)
        if run is None:
            return None
        return RunState(id=run.id, experiment=run.experiment, status=run.status, elapsed_s=run.elapsed_s)

    def _of_slide(self, questions: list[Question]) -> list[Prediction]:
        standing = {one.question.key: one for one in self._predictions.all()}
        keys = {question.key for question in questions}
        here = [standing.get(question.key) or idle(question) for question in questions]
        return here + [one for key, one in standing.items() if one.state == "open" and key not in keys]
