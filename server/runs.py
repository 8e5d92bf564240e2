"""A run and its log: every event once, in order, for whoever reads along or comes late."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime

from fastapi.sse import KEEPALIVE_COMMENT

from experiments.lab.blocks import Block, Series
from experiments.lab.environment import Environment
from server.abandonment import Followers, seconds_alone
from server.bus import Bus, Entry, heard, pieces
from server.events import AppendEvent, BlockEvent, Finished, Queued, Started
from server.models import Problem, Run, Status

Event = Queued | Started | BlockEvent | AppendEvent | Finished


def fold(blocks: list[Block], event: BlockEvent | AppendEvent) -> None:
    """Bring a run's blocks up to date with an event."""
    if isinstance(event, BlockEvent):
        blocks[event.index : event.index + 1] = [event.block]
        return
    series = blocks[event.index]
    if not isinstance(series, Series):
        raise TypeError(f"points are appended to a series, block {event.index} is a {series.kind}")
    series.points.extend(event.points)


class RunLog:
    """The one place where a run changes; each change is an event."""

    def __init__(
        self,
        run: Run,
        client: str,
        bus: Bus,
        record: "Callable[[RunLog], None]",
        entries: Sequence[Entry] = (),
    ):
        """`record` writes the run down, before anybody hears that it has started or ended.

        A run that does not wait for others is first written when it starts: its worker computes meanwhile.
        """
        self.run = run
        self.client = client
        self.cancelling = self.keep = False
        self.why: Problem | None = None
        self.followers = Followers()
        self.entries = list(entries)
        self._bus, self._record = bus, record
        self._changed = asyncio.Event()
        self._json = ""
        self._began = time.monotonic()

    @property
    def seconds_alone(self) -> float:
        """For how long nobody has followed the run; 0 for one that is to be kept."""
        return 0.0 if self.keep else seconds_alone(self._began, self.followers, self._bus.followers)

    @property
    def finished(self) -> bool:
        """Whether the run has ended, in whatever way."""
        return self.run.finished_at is not None

    def queue(self, position: int, wait_s: float) -> None:
        """Tell the run its place: `position` runs are ahead of it, for about `wait_s` seconds."""
        if position != self.run.position:
            self.run.position, self.run.wait_s = position, wait_s
            self._add(Queued(run=self._head()))

    def start(self, environment: Environment | None) -> None:
        """The run begins."""
        self.run.status, self.run.position, self.run.wait_s = "running", None, None
        self.run.started_at, self.run.environment = datetime.now(UTC), environment
        self._add(Started(run=self._head()))

    def add(self, event: BlockEvent | AppendEvent) -> None:
        """The run has a result more."""
        fold(self.run.blocks, event)
        self._add(event)

    def finish(self, status: Status, problem: Problem | None = None) -> None:
        """The run ends."""
        self.run.status, self.run.problem = status, problem
        self.run.position = self.run.wait_s = None
        self.run.finished_at = datetime.now(UTC)
        self._add(Finished(run=self._head()))

    async def follow(self, start: int = 0) -> AsyncIterator[memoryview | bytes]:
        """Yield the events from `start` on as bytes, and wait for more until the run has ended."""
        with self.followers.one():
            while True:
                while start < len(self.entries):
                    for piece in pieces(self.entries[start].wire(start)):
                        yield piece
                    start += 1
                if self.finished:
                    return
                if not await heard(self._changed):
                    yield KEEPALIVE_COMMENT

    async def wait(self) -> Run:
        """The run, when it has ended."""
        with self.followers.one():
            while not self.finished:
                await self._changed.wait()
        return self.run

    def json(self) -> str:
        """The run, serialised once when it has ended."""
        if not self.finished:
            return self.run.model_dump_json()
        self._json = self._json or self.run.model_dump_json()
        return self._json

    def _head(self) -> Run:
        return self.run.model_copy(update={"blocks": []})

    def _add(self, event: Event) -> None:
        entry = Entry(event.type, event.model_dump_json())
        self.entries.append(entry)
        if isinstance(event, Started | Finished) or self.run.position:
            self._record(self)
        self._bus.publish(entry)
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
