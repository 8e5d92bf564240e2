"""Runs from the request to the end: queued, handed to the engine, cancelled, repeated, written down."""

import asyncio
from contextlib import aclosing
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex

from jaxlive import logs
from jaxlive.background import Background
from jaxlive.engines.base import Engine, Job, Limits, WorkerDied
from jaxlive.engines.protocol import AppendOut, BlockOut, StartedOut
from jaxlive.lab.declare.experiment import Experiment, Params
from jaxlive.runs.bus import Bus
from jaxlive.runs.durations import Durations
from jaxlive.runs.errors import Busy, ended_early
from jaxlive.runs.events import AppendEvent, BlockEvent
from jaxlive.runs.followers import LOOK_S, abandoned
from jaxlive.runs.history import History
from jaxlive.runs.log import RunLog
from jaxlive.runs.metrics import Metrics
from jaxlive.runs.models import Edited, Problem, QueueState, Run, Status
from jaxlive.runs.outcome import failure, outcome
from jaxlive.runs.queue import Queue
from jaxlive.settings import Settings

STOPPED = ended_early("stopped", "The server was stopped before the run ended: start it and run again.")


class Scheduler:
    """Takes runs, hands them to the engine in turn, and writes down what comes back."""

    def __init__(self, settings: Settings, engine: Engine, history: History, bus: Bus, metrics: Metrics):
        self._settings, self._engine, self._history = settings, engine, history
        self._bus, self._metrics, self._durations = bus, metrics, Durations()
        self._queue = Queue(engine, self._durations, settings.queue_limit, settings.client_limit)
        self._limits = Limits.of(settings.memory_limit, settings.output_limit, settings.silence_timeout)
        self._environments: dict[str, dict[str, str]] = {}
        self._timeouts: dict[RunLog, asyncio.Timeout] = {}
        self._background = Background()
        self._started = False
        self._stopping: asyncio.Task[None] | None = None
        metrics.queue_length.set_function(lambda: len(self._queue.waiting))

    @property
    def failures(self) -> dict[str, str]:
        """What fails in the background at the moment, here or in the engine, in words."""
        return self._background.failures | dict(self._engine.failures)

    async def start(self) -> None:
        """Start the engine and take runs."""
        await self._engine.start()
        self._started = True
        pause = partial(asyncio.sleep, min(LOOK_S, self._settings.grace_period))
        self._background.repeat("queue", self._look_after, pause)

    async def stop(self) -> None:
        """End the engine and all runs, which say why; whoever calls again waits for the same end."""
        if self._started:
            self._stopping = self._stopping or asyncio.create_task(self._stop())
            await asyncio.shield(self._stopping)

    async def _stop(self) -> None:
        logs = self._queue.under_way
        await self._background.stop()
        for log in logs:
            if not log.finished:
                log.finish("failed", STOPPED)
        self._bus.close()
        await self._engine.stop()

    def submit(
        self,
        experiment: Experiment,
        params: Params,
        client: str,
        edited: Edited | None = None,
        arrived: float | None = None,
    ) -> RunLog:
        """Queue a run, or join one with the same parameters and code that has not ended.

        `arrived` is the moment of its request, by `perf_counter`.
        Raises Busy when the queue is full or the server stops, Greedy when this client has too many in it.
        """
        if self._stopping:
            raise Busy("the server is stopping: start it again, then run", retry_after=LOOK_S)
        if same := self._queue.find(experiment, params, edited):
            return same
        self._queue.check_room(client)
        self._durations.declare(experiment)
        self._environments[experiment.name] = experiment.environment
        run = Run(
            id=token_hex(16), experiment=experiment.name, params=params.model_dump(), status="queued",
            created_at=datetime.now(UTC), edited=edited,
        )  # fmt: skip
        log = self._history.begin(run, client)
        self._queue.add(log)
        log.way.asked(arrived)
        self._start_next()
        return log

    async def cancel(self, log: RunLog, why: Problem | None = None) -> Run:
        """End a run that waits or runs; one that has ended stays as it is."""
        if log in self._queue.waiting:
            self._queue.waiting.remove(log)
            self._finish(log, "cancelled", why)
            self._queue.tell_positions()
        elif log in self._queue.running and not log.cancelling:
            log.cancelling, log.why = True, why
            limit = self._timeouts.get(log)
            if limit and not limit.expired():
                limit.reschedule(0)  # its time is over now
        return await log.wait()

    def queue(self) -> QueueState:
        """The queue as it is now."""
        return self._queue.state

    def _start_next(self) -> None:
        while self._started and not self._stopping and (log := self._queue.take()):
            self._background.start(f"run {log.run.id}", self._execute(log))
        self._queue.tell_positions()

    async def _look_after(self) -> None:
        """Start what an engine that has more places now can take; drop runs that nobody follows."""
        self._start_next()
        grace_s = self._settings.grace_period
        for log in self._queue.under_way:
            if log.seconds_alone > grace_s and not log.cancelling:
                # A process that will not die must not keep the others.
                self._background.start(f"drop run {log.run.id}", self._drop(log, abandoned(grace_s)))

    async def _drop(self, log: RunLog, why: Problem) -> None:
        await self.cancel(log, why)

    async def _execute(self, log: RunLog) -> None:
        """Run to the end. Whatever it is, the place is free again and the queue goes on."""
        try:
            status, problem = await self._end(log)
        finally:
            self._queue.running.remove(log)
            self._timeouts.pop(log, None)
            asyncio.get_running_loop().call_soon(self._start_next)
        self._finish(log, status, problem)

    async def _end(self, log: RunLog) -> tuple[Status, Problem | None]:
        """How a run ends."""
        run = log.run
        code = run.edited.code if run.edited else None
        environment = self._environments[run.experiment]
        job = Job(run.id, run.experiment, run.params, self._limits, environment, code)
        try:
            if not log.cancelling:
                return await self._outcome_with_retry(log, job)
        except Exception as error:  # noqa: BLE001 - a worker may say whatever it likes
            if not log.cancelling:
                return failure(error, run, job.stderr, self._settings)
        return "cancelled", log.why

    async def _outcome_with_retry(self, log: RunLog, job: Job) -> tuple[Status, Problem | None]:
        """The outcome; a run whose worker was killed from outside before it had shown anything is repeated.

        Not one of edited code: that may have done it.
        """
        try:
            return await self._outcome(log, job)
        except WorkerDied as death:
            if not death.from_outside or log.cancelling or log.run.blocks or job.code is not None:
                raise
        log.run.repeated = True
        return await self._outcome(log, job)

    async def _outcome(self, log: RunLog, job: Job) -> tuple[Status, Problem | None]:
        """Write down what comes until the end. Raises TimeoutError, for a cancel too, and WorkerDied."""
        run, loop = log.run, asyncio.get_running_loop()
        log.way.step("queue")
        limit = self._timeouts[log] = asyncio.timeout(self._settings.start_timeout)
        async with limit, aclosing(self._engine.run(job)) as outputs:
            async for output in outputs:
                if isinstance(output, StartedOut):
                    if not log.cancelling:
                        limit.reschedule(loop.time() + self._settings.run_timeout)
                    log.start(self._engine.environment)
                    logs.log("run started", run=run.id, experiment=run.experiment, client=log.client)
                elif isinstance(output, BlockOut):
                    log.add(BlockEvent(run_id=run.id, index=output.index, block=output.block))
                elif isinstance(output, AppendOut):
                    log.add(AppendEvent(run_id=run.id, index=output.index, points=output.points))
                else:
                    run.environment = output.environment
                    log.way.worked(output.worker_s, output.seconds)
                    return outcome(output.error, job.code)
        raise TypeError("the engine ended a run without saying 'finished'")

    def _finish(self, log: RunLog, status: Status, problem: Problem | None = None) -> None:
        log.finish(status, problem)
        log.way.step("record")
        asyncio.get_running_loop().call_soon(self._account, log)  # after those who wait have their answer

    def _account(self, log: RunLog) -> None:
        """Count and log a run that has ended."""
        run, problem = log.run, log.run.problem
        self._metrics.ended(run)
        if run.edited is None:
            self._durations.remember(run)
            if run.status == "done":
                self._metrics.passed(log.way.steps)
        logs.log(
            "run ended", run=run.id, experiment=run.experiment, status=run.status, seconds=run.elapsed_s,
            why=problem and problem.type, detail=problem and problem.detail,
        )  # fmt: skip
