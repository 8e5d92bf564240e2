"""The queue: who waits and who runs, whose turn it is, and how long that takes."""

from collections import Counter
from collections.abc import Sequence

from jaxlive.engines.base import Engine
from jaxlive.lab.declare.experiment import Experiment, Params
from jaxlive.runs.durations import Durations
from jaxlive.runs.errors import Busy, Greedy
from jaxlive.runs.log import RunLog
from jaxlive.runs.models import Edited, QueueState


class Queue:
    """Runs under way: those that run, and in the order of their turn those that wait."""

    def __init__(self, engine: Engine, durations: Durations, limit: int, client_limit: int):
        """At most `limit` runs wait, and `client_limit` of one client."""
        self.running: list[RunLog] = []
        self.waiting: list[RunLog] = []
        self._engine, self._durations = engine, durations
        self._limit, self._client_limit = limit, client_limit

    @property
    def state(self) -> QueueState:
        """The queue as it is now."""
        return QueueState(length=len(self.waiting), limit=self._limit)

    @property
    def under_way(self) -> list[RunLog]:
        """All, those that run first."""
        return [*self.running, *self.waiting]

    def find(self, experiment: Experiment, params: Params, edited: Edited | None) -> RunLog | None:
        """The run under way that gives the same answer."""
        wanted = experiment.name, params.model_dump(), edited
        runs = ((log, log.run) for log in self.under_way if not log.cancelling)
        return next((log for log, run in runs if (run.experiment, run.params, run.edited) == wanted), None)

    def check_room(self, client: str) -> None:
        """Raise Busy when the queue is full, Greedy when this client has too many in it."""
        limit, share = self._limit, self._client_limit
        if len(self.waiting) >= limit:
            seconds = self._left(0)
            raise Busy(f"{limit} runs are waiting, the limit: retry in {seconds:.0f} s", retry_after=seconds)
        if sum(log.client == client for log in self.waiting) >= share:
            seconds = self._left(len(self.waiting))
            raise Greedy(f"{share} of your runs are waiting, the limit: let one end", retry_after=seconds)

    def add(self, log: RunLog) -> None:
        """Have a run wait for its turn."""
        self.waiting = in_turn(self.running, [*self.waiting, log])
        self.tell_positions()

    def take(self) -> RunLog | None:
        """The next one that runs; None when nobody waits or no place is free."""
        if not self.waiting or len(self.running) >= self._engine.places:
            return None
        log = self.waiting.pop(0)
        self.running.append(log)
        return log

    def tell_positions(self) -> None:
        """Tell those that wait their places, where these have changed."""
        for place, log in enumerate(self.waiting):
            log.queue(place + len(self.running), self._left(place))

    def _left(self, waiting: int) -> float:
        """Seconds until this many of those that wait have had their turn."""
        ahead = [log.run for log in (*self.running, *self.waiting[:waiting])]
        return self._durations.left(ahead) / self._engine.places


def in_turn(running: Sequence[RunLog], waiting: Sequence[RunLog]) -> list[RunLog]:
    """Waiting runs in the order of their turn: of each client one, then of each another, and so on.

    Runs under way count as turns that their clients have had.
    """
    turns = Counter(log.client for log in running)

    def turn(log: RunLog) -> int:
        turns[log.client] += 1
        return turns[log.client]

    return sorted(waiting, key=turn)
