"""The local engine: one warm worker runs, one warm spare waits, so a kill costs almost nothing."""

import asyncio
import logging
import signal
from collections.abc import AsyncGenerator, Coroutine, Iterator
from contextlib import aclosing, contextmanager

from experiments.lab.environment import Environment
from server.engines import Job, Output, WorkerDied
from server.engines.process import WorkerProcess
from server.engines.protocol import FinishedOut
from server.logs import tell
from server.models import WorkerState

PAUSE_AFTER_FAILED_START_S = 2.0


class LocalEngine:
    """Runs jobs on this machine, one at a time, on the first of its workers."""

    def __init__(self, size: int = 2, *, live_code: bool = False) -> None:
        """`size` is the number of processes kept: 1 for no spare; `live_code` keeps a contained one too."""
        self.places = 1
        self.environment: Environment | None = None
        self.restarts = 0
        self._size, self._live_code = size, live_code
        self._warm = asyncio.Event()
        self._timing, self._job = False, ""
        self._filling, self._taking = asyncio.Lock(), asyncio.Lock()
        self._workers: list[WorkerProcess] = []
        self._apart: WorkerProcess | None = None
        self._contained: WorkerProcess | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the first worker; the spare follows when that one is warm."""
        await self._hire()

    async def stop(self) -> None:
        """Kill the workers."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._present():
            await worker.kill()

    async def warm(self) -> Environment:
        """Wait until the first worker is warm; returns the machine as last seen."""
        await self._warm.wait()
        assert self.environment
        return self.environment

    async def run(self, job: Job) -> AsyncGenerator[Output]:
        """Execute a job on the first worker, or on one of its own. Raises WorkerDied."""
        self._job = job.id
        apart = job.environment or job.code is not None
        async with aclosing(self._run_apart(job) if apart else self._run_on_first(job)) as outputs:
            async for output in outputs:
                yield output

    async def _run_apart(self, job: Job) -> AsyncGenerator[Output]:
        """A process for this job alone, with its environment, contained when it has code."""
        async with self._taking:
            worker = self._apart = await self._take(job)
        try:
            await worker.ready
            with self._undisturbed():
                yield await worker.begin(job)
                async for output in worker.outputs():
                    yield output
        finally:
            self._apart = None
            await worker.kill()
            self._background(self._fill())

    async def _take(self, job: Job) -> WorkerProcess:
        """The contained process that waits, where it fits; else a new one."""
        waiting = self._contained
        if job.code is None or job.environment or waiting is None or waiting.ended:
            return await WorkerProcess.spawn(job.environment, contained=job.code is not None)
        self._contained = None
        return waiting

    async def _run_on_first(self, job: Job) -> AsyncGenerator[Output]:
        """One that has died idle is passed over."""
        while True:
            worker = self._workers[0] if self._workers else await self._hire()
            if worker.state == "starting":
                await asyncio.shield(worker.ready)
            with self._undisturbed():
                try:
                    yield await worker.begin(job)
                except WorkerDied:
                    if worker.killed:
                        raise
                    self._forget(worker)
                    continue
                async for output in worker.outputs():
                    if isinstance(output, FinishedOut):
                        self.environment = output.environment
                    yield output
                return

    async def kill(self, job_id: str) -> list[str]:
        """Kill the worker that runs this job, or was about to; the spare takes its place."""
        async with self._taking:  # the job's own process may be about to exist
            if job_id != self._job or not (self._apart or self._workers):
                return []
            worker = self._apart or self._workers.pop(0)
        await worker.kill()
        return worker.log

    def workers(self) -> list[WorkerState]:
        """The worker and the spare, and one that a job has for itself."""
        return [WorkerState(pid=worker.pid, state=worker.state) for worker in self._present()]

    def _present(self) -> list[WorkerProcess]:
        return [*self._workers, *filter(None, [self._contained, self._apart])]

    def _forget(self, worker: WorkerProcess) -> None:
        if worker in self._workers:
            self._workers.remove(worker)

    async def _hire(self) -> WorkerProcess:
        worker = await self._spawn()
        self._workers.append(worker)
        self._background(self._look_after(worker))
        return worker

    async def _spawn(self, *, contained: bool = False) -> WorkerProcess:
        worker = await WorkerProcess.spawn(contained=contained)
        if self._timing:
            worker.signal(signal.SIGSTOP)
        return worker

    async def _look_after(self, worker: WorkerProcess) -> None:
        """From start to end of a worker; then another takes its place."""
        try:
            seen = await worker.ready
            self.environment = self.environment or seen
            self._warm.set()
            await self._fill()
        except WorkerDied as death:
            self._forget(worker)  # before the pause: the next run must not wait for one that is dead
            if not worker.killed:
                tell("worker did not start", logging.WARNING, reason=death, log="\n".join(death.log))
                await asyncio.sleep(PAUSE_AFTER_FAILED_START_S)
        await worker.exited()
        self.restarts += 1
        self._forget(worker)
        await self._fill()

    async def _fill(self) -> None:
        async with self._filling:
            while len(self._workers) < self._size:
                await self._hire()
            starting = any(worker.state == "starting" for worker in self._workers)
            if self._live_code and not starting and (self._contained is None or self._contained.ended):
                self._contained = await self._spawn(contained=True)

    @contextmanager
    def _undisturbed(self) -> Iterator[None]:
        """Stop a spare that still starts for as long as a job is timed: its imports would take a core."""
        self._timing = True
        for worker in self._present():
            if worker.state == "starting":
                worker.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._timing = False
            for worker in self._present():  # one that was stopped may have said before that it is ready
                worker.signal(signal.SIGCONT)

    def _background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
