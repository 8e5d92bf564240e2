"""Workers without a process: `WorkerProcess` as engines see it, whose every step takes a turn of the loop."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from itertools import count
from signal import Signals

from jaxlive.engines.base import Job, WorkerDied
from jaxlive.engines.process import WorkerProcess
from jaxlive.engines.protocol import AppendOut, BlockOut, FinishedOut
from jaxlive.engines.template import Template
from jaxlive.lab.declare.blocks import Note
from jaxlive.lab.declare.environment import Device, Environment

MACHINE = Environment(
    machine="fake", system="none", python="3", cpu="none", cores=1, threads=1, memory_bytes=1, commit=None,
    load_average=None, devices=[Device(kind="cpu", name="fake", memory_bytes=None)], versions={}, roofs={},
)  # fmt: skip
PIDS = count(1)


class FakeWorker(WorkerProcess):
    """Becomes warm by itself; a job gives a block and ends, or goes on for ever with `endless` among its
    parameters, or raises what `nonsense` holds.
    """

    def __init__(self, environment: Mapping[str, str], contained: bool) -> None:
        self.environment, self.contained, self.number = environment, contained, next(PIDS)
        self.state, self.killed, self.paused, self.begun = "starting", False, False, False
        self.gone = asyncio.Event()
        self.jobs: list[str] = []
        self.endings: list[str] = []
        self.ready = asyncio.create_task(self._start())
        self.ready.add_done_callback(lambda task: task.cancelled() or task.exception())
        self._exit = asyncio.create_task(self._leave())

    @property
    def pid(self) -> int:
        return self.number

    @property
    def ended(self) -> bool:
        return self.killed or self.gone.is_set()

    @property
    def log(self) -> list[str]:
        return [f"words of {self.number}"]

    def die(self) -> None:
        """End without having been told to."""
        self.gone.set()

    def begin(self, job: Job, roofs: Mapping[str, float]) -> None:
        self.jobs.append(job.id)
        self.state, self.job = "busy", job

    async def has_begun(self) -> bool:
        try:
            await self._turn()
        except WorkerDied:
            return False
        self.begun = True
        return True

    async def outputs(self) -> AsyncGenerator[BlockOut | AppendOut | FinishedOut]:
        await self._turn()
        yield BlockOut(type="block", index=0, block=Note(text=str(self.number)))
        while self.job.params.get("endless"):
            await self._turn()
        if self.job.params.get("nonsense"):
            raise TypeError("nonsense")
        await self._turn()
        self.state = "idle"
        yield FinishedOut(type="finished", error=None, seconds=0.0, worker_s=0.0, environment=MACHINE)

    async def exited(self) -> None:
        await asyncio.shield(self._exit)

    def dismiss(self) -> None:
        self.killed = not self.ended or self.killed
        asyncio.get_running_loop().call_soon(self.gone.set)

    def pause(self) -> None:
        self.paused = True

    def resume(self) -> None:
        self.paused = False

    def _close(self) -> None:
        """There are no streams."""

    def _signal(self, number: Signals) -> None:
        raise AssertionError("there is no process")

    async def _start(self) -> Environment:
        for _ in range(3):
            await self._turn()
        while self.paused:
            await self._turn()
        self.state = "idle"
        return MACHINE

    async def _leave(self) -> None:
        await self.gone.wait()
        await asyncio.sleep(0)

    async def _turn(self) -> None:
        """What takes time; a worker that is gone gets no further."""
        await asyncio.sleep(0)
        if self.gone.is_set() or self.killed:
            await self.exited()
            raise WorkerDied("is gone", from_outside=True)


class Fakes:
    """Starts fake workers, and knows all of them."""

    def __init__(self) -> None:
        self.all: list[FakeWorker] = []
        self.trouble: Callable[[], None] = lambda: None

    async def spawn(self, environment: Mapping[str, str], contained: bool) -> WorkerProcess:
        """A worker, after a turn of the loop."""
        await asyncio.sleep(0)
        self.trouble()
        self.all.append(FakeWorker(environment, contained))
        return self.all[-1]

    def alive(self) -> list[FakeWorker]:
        """Those that have not ended."""
        return [worker for worker in self.all if not worker.ended]

    def jobs(self) -> Iterator[tuple[str, FakeWorker]]:
        """Every job with the worker that it was given to."""
        return ((job, worker) for worker in self.all for job in worker.jobs)


class FakeTemplate(Template):
    """Forks fake workers, all its life."""

    ready = True

    def __init__(self, fakes: Fakes) -> None:
        self._fakes = fakes

    def start(self) -> None:
        """There is no process."""

    async def stop(self) -> None:
        """There is no process."""

    def pause(self) -> None:
        """There is no process."""

    def resume(self) -> None:
        """There is no process."""

    async def worker(self, environment: Mapping[str, str], contained: bool) -> WorkerProcess:
        return await self._fakes.spawn(environment, contained)


async def turns(number: int) -> None:
    """Let the loop go round so many times."""
    for _ in range(number):
        await asyncio.sleep(0)


async def until(condition: Callable[[], object], most: int = 2000) -> None:
    """Let the loop go round until this holds."""
    for _ in range(most):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never held")
