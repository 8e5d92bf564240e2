"""A run and its log: every event once, in order, for whoever reads along or comes late."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from typing import Literal

from jaxlive.lab.declare.blocks import Block, Series
from jaxlive.lab.declare.environment import Environment
from jaxlive.runs.bus import KEEP_ALIVE, Bus, Entry, heard, pieces
from jaxlive.runs.events import AppendEvent, BlockEvent
from jaxlive.runs.followers import Followers, seconds_alone
from jaxlive.runs.models import Problem, Run, Status
from jaxlive.runs.way import Way


def reduce(blocks: list[Block], event: BlockEvent | AppendEvent) -> None:
    """Bring a run's blocks up to date with an event. Raises IndexError for a number out of order."""
    if isinstance(event, BlockEvent):
        if event.index > len(blocks):
            raise IndexError(f"got block {event.index}, expected 0 to {len(blocks)}")
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
        self.way = Way()
        self.entries = list(entries)
        self._bus, self._record = bus, record
        self._changed = asyncio.Event()
        self._json = ""
        self._texts: list[str | None] = [None] * len(run.blocks)
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
            self._tell("queued")

    def start(self, environment: Environment | None) -> None:
        """The run begins."""
        self.run.status, self.run.position, self.run.wait_s = "running", None, None
        self.run.started_at, self.run.environment = datetime.now(UTC), environment
        self._tell("started")

    def add(self, event: BlockEvent | AppendEvent) -> None:
        """The run has a result more."""
        reduce(self.run.blocks, event)
        block = event.block.model_dump_json() if isinstance(event, BlockEvent) else None
        self._texts[event.index : event.index + 1] = [block]
        self._json = ""
        text = block_event(event.run_id, event.index, block) if block else event.model_dump_json()
        self._add(Entry(event.type, text))

    def finish(self, status: Status, problem: Problem | None = None) -> None:
        """The run ends."""
        self.run.status, self.run.problem = status, problem
        self.run.position = self.run.wait_s = None
        self.run.finished_at = datetime.now(UTC)
        self._tell("finished")

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
                    yield KEEP_ALIVE

    async def wait(self) -> Run:
        """The run, when it has ended."""
        with self.followers.one():
            while not self.finished:
                await self._changed.wait()
        return self.run

    def json(self) -> str:
        """The run. Each state is serialised once, and each block once for this and for its event."""
        self._json = self._json or self._with_blocks(self._head())
        return self._json

    def _head(self) -> str:
        """The run up to its blocks."""
        return self.run.model_dump_json(exclude={"blocks"})[:-1]

    def _with_blocks(self, head: str) -> str:
        known = zip(self._texts, self.run.blocks, strict=True)
        return f'{head},"blocks":[{",".join(text or block.model_dump_json() for text, block in known)}]}}'

    def _tell(self, kind: Literal["queued", "started", "finished"]) -> None:
        """An event that carries the run, without its blocks."""
        head = self._head()
        self._json = self._with_blocks(head)
        entry = Entry(kind, f'{{"type":"{kind}","run":{head},"blocks":[]}}}}')
        self._add(entry, record=kind != "queued" or bool(self.run.position))

    def _add(self, entry: Entry, *, record: bool = False) -> None:
        self.entries.append(entry)
        if record:
            self._record(self)
        self._bus.publish(entry)
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


def block_event(run_id: str, index: int, block: str) -> str:
    """The event as JSON, with that of its block."""
    return f'{{"type":"block","run_id":"{run_id}","index":{index},"block":{block}}}'
