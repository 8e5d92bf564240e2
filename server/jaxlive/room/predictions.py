"""The predictions of a talk: which question is open, who has voted, and what the run said.

    idle ──▶ open ◀──▶ closed ──▶ revealed ──▶ open (a new round)
      ▲       │ any of them        ▲
      └───────┴────────────────────┘

The speaker moves a question, or the first run of its experiment: its start closes it, its end reveals it.
"""

import asyncio
from datetime import UTC, datetime, timedelta
from secrets import token_hex

from jaxlive.room.ballot import Ballot
from jaxlive.room.limits import Bucket
from jaxlive.runs.bus import Bus, Entry
from jaxlive.runs.claims import interval, measured
from jaxlive.runs.errors import BadParameters, TooLate
from jaxlive.runs.events import PredictionMoved
from jaxlive.runs.history import History
from jaxlive.runs.models import ParameterError, Run
from jaxlive.runs.predictions import ENOUGH, Prediction, Question, State, Vote

MOVES: dict[State, tuple[State, ...]] = {
    "idle": ("open",),
    "open": ("closed", "revealed", "idle"),
    "closed": ("open", "revealed", "idle"),
    "revealed": ("open", "idle"),
}
"""Where the speaker may bring a question."""
PAUSE_S = 0.2
"""Seconds between two events that tell of votes: five a second."""
TALK = timedelta(hours=3)
"""What is older was asked in another talk."""
VOTES_A_SECOND, VOTES_AT_ONCE = 500, 2000
"""Of all voters together."""


class Predictions:
    """The questions that are not idle, by key; at most one is open."""

    def __init__(self, history: History, bus: Bus):
        self._history, self._bus = history, bus
        self._standing: dict[str, Prediction] = {}
        self._ballots: dict[str, Ballot] = {}
        self._limit = Bucket(VOTES_A_SECOND, VOTES_AT_ONCE)
        self._told, self._telling = 0.0, False
        self.newest: Prediction | None = None
        history.watchers.append(self._ran)

    def load(self) -> None:
        """Those that this talk has revealed before a restart."""
        since = datetime.now(UTC) - TALK
        self._standing = {
            one.question.key: one for one in self._history.predictions() if one.at and one.at > since
        }

    def all(self) -> list[Prediction]:
        """As they stand now."""
        return [self._counted(one) for one in self._standing.values()]

    def move(self, question: Question, state: State) -> Prediction:
        """Bring a question to a state, where it may be already. Raises TooLate for one it cannot go to."""
        known = self._standing.get(question.key) or idle(question)
        if state == known.state:
            return self._counted(known)
        if state not in MOVES[known.state]:
            expected = " or ".join(MOVES[known.state])
            raise TooLate(f"the question is {known.state}, so it cannot be {state}: expected {expected}")
        if state == "open":
            self._open(question, known)
        elif state == "revealed":
            self._reveal(known, self._newest_run(question))
        else:
            self._change(known, state)
        return self._counted(self._standing.get(question.key) or idle(question))

    def vote(self, vote: Vote) -> None:
        """Count a guess. Raises TooLate, BadParameters, and TooFast."""
        self._limit.take("all phones together")
        asked = next((one for one in self._standing.values() if one.id == vote.prediction), None)
        if asked is None or asked.state != "open":
            when = f"was closed at {asked.at:%H:%M:%S} UTC" if asked and asked.at else "is not asked any more"
            raise TooLate(f"this question {when}: your last answer before that counts")
        if why := asked.question.refusal(vote.guess):
            error = ParameterError(field="guess", message=why, got=f"{vote.guess:g}")
            raise BadParameters(f"guess: {why}, got {vote.guess:g}", [error])
        self._ballots[asked.id].put(vote.voter, vote.guess)
        self._tell_votes(asked.id)

    def _open(self, question: Question, known: Prediction) -> None:
        for other in [one for one in self._standing.values() if one.state == "open"]:
            self._change(other, "closed")
        if known.state != "closed":
            known = Prediction(id=token_hex(8), question=question, state="idle")
            self._ballots[known.id] = Ballot(question)
        self._change(known, "open")

    def _reveal(self, asked: Prediction, run: Run | None) -> None:
        """Put the truth beside the guesses, which are then forgotten; without a run, there is none."""
        truth = measured(run.blocks, asked.question.metric) if run else None
        if run and truth is not None:
            ballot = self._ballots[asked.id]
            asked = asked.model_copy(update={
                "truth": truth, "interval": interval(run.blocks, asked.question.metric), "run_id": run.id,
                "share": ballot.share(truth) if ballot.voices >= ENOUGH else None,
            })  # fmt: skip
        self._change(asked, "revealed")

    def _newest_run(self, question: Question) -> Run | None:
        runs = (run for run in self._history.page(question.of, "done") if not run.edited)
        return next((run for run in runs if measured(run.blocks, question.metric) is not None), None)

    def _ran(self, run: Run) -> None:
        """A run has started or ended: of its experiment, no question stays open."""
        for asked in [one for one in self._standing.values() if one.question.of == run.experiment]:
            if run.edited or asked.state not in ("open", "closed") or run.status == "queued":
                continue
            done = run.status == "done" and measured(run.blocks, asked.question.metric) is not None
            if done:
                self._reveal(asked, run)
            elif asked.state == "open":
                self._change(asked, "closed")

    def _change(self, asked: Prediction, state: State) -> None:
        """To another state, and tell all windows."""
        changed = self._counted(asked).model_copy(update={"state": state, "at": datetime.now(UTC)})
        self._standing[asked.question.key] = changed
        if state == "revealed":
            self._history.save_prediction(changed)
        if state in ("revealed", "idle"):
            self._ballots.pop(asked.id, None)
        if state == "idle":
            del self._standing[asked.question.key]
        self.newest = changed
        self._tell(changed)

    def _counted(self, asked: Prediction) -> Prediction:
        """With the votes that have come so far."""
        ballot = self._ballots.get(asked.id)
        if ballot is None:
            return asked
        bins = list(ballot.bins) if ballot.voices >= ENOUGH else None
        return asked.model_copy(update={"voices": ballot.voices, "edges": ballot.edges, "bins": bins})

    def _tell(self, prediction: Prediction) -> None:
        event = PredictionMoved(prediction=prediction)
        self._bus.publish(Entry(event.type, event.model_dump_json()))

    def _tell_votes(self, asked_id: str) -> None:
        """Soon, unless that is on its way already."""
        if not self._telling:
            self._telling, loop = True, asyncio.get_running_loop()
            loop.call_at(max(loop.time(), self._told + PAUSE_S), self._tell_counted, asked_id)

    def _tell_counted(self, asked_id: str) -> None:
        self._telling, self._told = False, asyncio.get_running_loop().time()
        if asked := next((one for one in self._standing.values() if one.id == asked_id), None):
            self._tell(self._counted(asked))


def idle(question: Question) -> Prediction:
    """A question that is not asked yet."""
    return Prediction(id="", question=question, state="idle")
