"""The local engine: a warm worker runs, another one waits.

While workers can be forked, each serves one run, so that nothing of an earlier one can change a later one.
Where each has to import everything, it goes on to the next; so does one on a GPU, whose start takes seconds.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping

from jaxlive.background import Background
from jaxlive.engines.base import Job, Output, WorkerState
from jaxlive.engines.process import WorkerProcess
from jaxlive.engines.protocol import FinishedOut, StartedOut
from jaxlive.engines.template import Template
from jaxlive.lab.declare.environment import Environment

REPLACE_S = 0.05
"""After a job, so that its result leaves first."""
Spawn = Callable[[Mapping[str, str], bool], Awaitable[WorkerProcess]]


class LocalEngine:
    """Runs jobs on this machine, one at a time, each on a worker that it has for itself meanwhile."""

    def __init__(
        self,
        size: int = 2,
        *,
        live_code: bool = False,
        template: Template | None = None,
        spawn: Spawn = WorkerProcess.spawn,
    ) -> None:
        """`size` is the number of workers kept: 1 for no spare; `live_code` keeps a contained one too."""
        self.places = 1
        self.environment: Environment | None = None
        self.restarts = 0
        self._size, self._live_code = size, live_code
        self._template, self._spawn = template, template.worker if template else spawn
        self._workers: list[WorkerProcess] = []
        self._contained: WorkerProcess | None = None
        self._leases: dict[str, WorkerProcess] = {}
        self._spent: list[WorkerProcess] = []
        self._timing = False
        self._warm, self._changed, self._hired = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._background = Background()

    @property
    def failures(self) -> dict[str, str]:
        """What fails at the moment, in words."""
        return self._background.failures

    async def start(self) -> None:
        """Keep workers from now on; each starts when the one before is warm."""
        if self._template:
            self._template.start()
        self._background.repeat("workers", self._tend, self._changed.wait)

    async def stop(self) -> None:
        """Kill the workers."""
        await self._background.stop()
        for worker in [*self._present(), *self._spent]:
            await worker.kill()
        if self._template:
            await self._template.stop()

    async def warm(self) -> Environment:
        """Wait until the first worker is warm; returns the machine as last seen."""
        await self._warm.wait()
        assert self.environment
        return self.environment

    async def run(self, job: Job) -> AsyncGenerator[Output]:
        """Execute a job on a worker that no other job has. Raises WorkerDied.

        Left before its end, it kills that worker.
        """
        try:
            await self._hand_over(job)
            yield StartedOut(type="started")  # what is told of it need not wait for the worker's first word
            while not await self._leases[job.id].has_begun():
                self._resume_spares()  # one of them may be next
                await self._hand_over(job)
            async for output in self._leases[job.id].outputs():
                if isinstance(output, FinishedOut) and not job.isolated:
                    self.environment = output.environment
                yield output
        finally:
            await self._end(job)

    def workers(self) -> list[WorkerState]:
        """The worker and the spare, and one that a job has for itself."""
        return [WorkerState(pid=worker.pid, state=worker.state) for worker in self._present()]

    async def _hand_over(self, job: Job) -> None:
        """Lease a worker to the job and hand it over. Raises WorkerDied for one that cannot start."""
        worker = self._leases[job.id] = await self._worker_for(job)
        await asyncio.shield(worker.ready)
        self._pause_spares()
        worker.begin(job, self._roofs(job))

    def _roofs(self, job: Job) -> dict[str, float]:
        """Those that earlier runs have measured under the same conditions."""
        return self.environment.roofs if self.environment and not job.isolated else {}

    async def _worker_for(self, job: Job) -> WorkerProcess:
        """One of those that are kept, or for an isolated job one of its own."""
        if not job.isolated:
            while not (free := self._free()):
                self._hired.clear()
                self._changed.set()
                await self._hired.wait()
            return free[0]
        waiting, contained = self._contained, job.code is not None
        if waiting and not waiting.ended and contained and not job.environment:
            self._contained = None
            return waiting
        return await self._spawn(job.environment, contained)

    async def _end(self, job: Job) -> None:
        """The job's worker goes back when it is idle again and may serve others; else it is killed."""
        self._resume_spares()
        if not (worker := self._leases.get(job.id)):
            return
        try:
            if worker.state != "idle":
                await worker.kill()
        finally:
            job.stderr[:] = worker.log
            del self._leases[job.id]
            if worker.state == "idle" and (job.isolated or self._each_serves_once()):
                self._workers = [kept for kept in self._workers if kept is not worker]
                self._spent.append(worker)
            asyncio.get_running_loop().call_later(REPLACE_S, self._replace_spent)

    def _replace_spent(self) -> None:
        """Kill workers that have served their job, and have others started; not while a job is timed."""
        if self._timing:
            return  # that job's end calls again
        while self._spent:
            self._spent.pop().dismiss()
        self._changed.set()

    async def _tend(self) -> None:
        """Forget workers that ended, start one that is missing. Raises RuntimeError for a failed start."""
        self._changed.clear()
        gone = [worker for worker in self._kept() if worker.ended and worker.ready.done()]
        self._workers = [worker for worker in self._workers if worker not in gone]
        self._contained = None if self._contained in gone else self._contained
        self.restarts += len(gone)
        for worker in gone:
            if worker.state == "starting" and not worker.killed:
                raise failed_start(worker)
        warm = [worker for worker in self._workers if worker.state != "starting"]
        if warm and not self._warm.is_set():
            self.environment = warm[0].ready.result()
            self._warm.set()
        if len(warm) == len(self._workers):  # one at a time: a start takes a core and more
            await self._start_missing()

    async def _start_missing(self) -> None:
        if len(self._workers) < self._size:
            worker = await self._hire(contained=False)
            self._workers.append(worker)  # which may be another list than before
            self._hired.set()
        elif self._live_code and self._contained is None:
            self._contained = await self._hire(contained=True)

    async def _hire(self, *, contained: bool) -> WorkerProcess:
        worker = await self._spawn({}, contained)
        worker.on_change(self._changed.set)
        if self._timing:
            worker.pause()
        return worker

    def _each_serves_once(self) -> bool:
        on_gpu = self.environment is not None and self.environment.devices[0].kind == "gpu"
        return self._template is not None and self._template.ready and not on_gpu

    def _free(self) -> list[WorkerProcess]:
        leased = self._leases.values()
        return [worker for worker in self._workers if not worker.ended and worker not in leased]

    def _kept(self) -> list[WorkerProcess]:
        return [*self._workers, *filter(None, [self._contained])]

    def _present(self) -> list[WorkerProcess]:
        every = dict.fromkeys([*self._kept(), *self._leases.values()])
        return [worker for worker in every if not worker.ended]

    def _pause_spares(self) -> None:
        """Stop a spare that still starts for as long as a job is timed: its imports would take a core."""
        self._timing = True
        if self._template:
            self._template.pause()
        for worker in self._present():
            if worker.state == "starting":
                worker.pause()

    def _resume_spares(self) -> None:
        self._timing = False
        if self._template:
            self._template.resume()
        for worker in self._present():  # one that was stopped may have said before that it is ready
            worker.resume()


def failed_start(worker: WorkerProcess) -> RuntimeError:
    """What to say of a worker that ended before it was warm."""
    cause = worker.ready.exception()
    error = RuntimeError(f"a worker did not start: {next(reversed(worker.log), cause)}")
    error.add_note("\n".join(worker.log))
    error.__cause__ = cause
    return error
