"""The Ray engine: runs are tasks of a cluster, one for each GPU, or for each share of its processors.

A run is a generator task that yields the worker's events (https://docs.ray.io/en/latest/ray-core/ray-generator.html).
Ray gives it its device, and ends its process when it is cancelled, also when native code holds the GIL. The
project has to lie at the same path on every node.
"""

import asyncio
import logging
import os
import time
from collections.abc import AsyncGenerator, Iterator
from functools import cache, partial
from typing import Any, BinaryIO

import ray
from ray.exceptions import RayError

from jaxlive import logs, worker
from jaxlive.background import Background
from jaxlive.engines.base import Job, Output, WorkerDied, WorkerState
from jaxlive.engines.process import LIBRARIES
from jaxlive.engines.protocol import LINE, FinishedOut, Line, Ready
from jaxlive.lab.declare.environment import Environment, describe
from jaxlive.lab.declare.experiment import Experiment, experiments
from jaxlive.project import project, python_path

LOOK_S, HOLD_S = 2.0, 4.0  # held for longer than a process takes to start
Resources = dict[str, float]


class RayEngine:
    """Runs jobs on a cluster: an existing one at `address`, else one of this machine alone."""

    def __init__(self, address: str | None = None) -> None:
        self.places, self.restarts = 1, 0
        self._short = True
        self.environment: Environment | None = None
        self._address, self._warm = address, asyncio.Event()
        self._tasks: dict[str, Any] = {}
        self._share: Resources = {}
        self._background = Background()
        self._hosts: dict[str, str] = {}
        self._met: dict[str, set[str]] = {}

    @property
    def failures(self) -> dict[str, str]:
        """What fails at the moment, in words."""
        return self._background.failures

    async def start(self) -> None:
        """Connect in the background, and keep counting the places."""
        self._background.repeat("cluster", self._look_out, partial(asyncio.sleep, LOOK_S))

    async def stop(self) -> None:
        """End what runs; a cluster that was there before stays."""
        await self._background.stop()
        await asyncio.to_thread(ray.shutdown)

    async def warm(self) -> Environment:
        """Wait until each place has its process; returns the machine as last seen."""
        await self._warm.wait()
        assert self.environment
        return self.environment

    async def run(self, job: Job) -> AsyncGenerator[Output]:
        """Execute a job on a node of Ray's choice, in a process with its environment. Raises WorkerDied."""
        await self._warm.wait()
        environment = {"env_vars": job.environment} if job.environment else None
        task = execute.options(**self._share, runtime_env=environment).remote(job.experiment, job.params)
        self._tasks[job.id], self._met[job.id] = task, set()
        try:
            async for line in lines(task, job.limits.output):
                if isinstance(line, Ready):
                    self._arrive(job.id, line.environment)
                    continue
                if isinstance(line, FinishedOut):
                    line.environment.neighbours = len(self._met[job.id])
                    self._tasks.pop(job.id, None)
                yield line
        except RayError as error:
            raise WorkerDied(reason(error)) from None
        finally:
            self._met.pop(job.id), self._hosts.pop(job.id, None)
            if self._tasks.pop(job.id, None):  # it has not come to its end
                ray.cancel(task, force=True)
                self.restarts += 1
                self._short = True

    def workers(self) -> list[WorkerState]:
        """A place each, busy or idle."""
        if not self._warm.is_set():
            return [WorkerState(pid=None, state="starting")]
        busy = len(self._tasks)
        states = ["busy"] * busy + ["idle"] * max(self.places - busy, 0)
        return [WorkerState(pid=None, state=state) for state in states]

    def _arrive(self, job_id: str, environment: Environment) -> None:
        """Note whose processors a job shares; one on a GPU has that to itself."""
        if environment.devices[0].kind != "cpu":
            return
        for other, host in self._hosts.items():
            if host == environment.machine:
                self._met[job_id].add(other)
                self._met[other].add(job_id)
        self._hosts[job_id] = environment.machine

    async def _look_out(self) -> None:
        """Join the cluster, count its places, and see that each has its processes. Raises what Ray raises."""
        if not ray.is_initialized():
            await asyncio.to_thread(connect, self._address)
        self._share, self.places = await asyncio.to_thread(look)
        if not self._tasks:  # imports would take processors from what is timed
            await self._prepare_spares()

    async def _prepare_spares(self) -> None:
        """See that there are two processes for each place, one that runs and one that waits.

        All are asked to look around at the same time, so those that are missing are started. Ray gives a run
        on a GPU a fresh process anyway: there this is one look at the machine.
        """
        share, count = {"num_cpus": 0.0}, 2 * self.places if self._short else 0
        if "num_gpus" in self._share:
            share, count = self._share, int(self.environment is None)
        anywhere, self._short = look_around.options(**share, scheduling_strategy="SPREAD"), False
        for spare in [anywhere.remote() for _ in range(count)]:
            try:
                self.environment = await spare
            except RayError as error:
                self._short = True
                logs.log("worker did not start", logging.WARNING, reason=reason(error))
        if self.environment:
            self._warm.set()


def look() -> tuple[Resources, int]:
    """What a run asks of the cluster, and for how many at a time there is room."""
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    gpus = int(sum(node.get("GPU", 0) for node in nodes))
    cpus = min((node["CPU"] for node in nodes if node.get("CPU")), default=1)
    share = {"num_gpus": 1.0, "num_cpus": 1.0} if gpus else {"num_cpus": cpus}
    return share, gpus or sum(int(node.get("CPU", 0) // cpus) for node in nodes) or 1


def connect(address: str | None) -> None:
    """Join a cluster, or start one without a dashboard; nothing is told to Ray's makers."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    root, packages = str(project().root), os.environ.get("JAXLIVE_PACKAGES", "")
    found = {"PYTHONPATH": python_path(), "JAXLIVE_PROJECT": root, "JAXLIVE_PACKAGES": packages}
    variables = {**LIBRARIES, **found}
    hook = f"{__name__}.{prepared.__name__}"
    environment = {"env_vars": variables, "worker_process_setup_hook": hook}
    dashboard = None if address else False  # a cluster that is there has it or not
    ray.init(address or "local", include_dashboard=dashboard, log_to_driver=False, runtime_env=environment)


async def lines(task: Any, limit: int) -> AsyncGenerator[Line]:
    """What a task yields. Raises RayError, and WorkerDied for more bytes than the limit."""
    written = 0
    async for reference in task:
        event = await reference
        written += len(event)
        if written > limit:
            raise WorkerDied(
                f"The worker was killed: it wrote over {limit:,} bytes, the limit", "output-limit"
            )
        yield LINE.validate_json(event)


def reason(error: RayError) -> str:
    """Why a task has no end of its own, in a line."""
    first = next(iter(str(error).strip().splitlines()), "")
    return f"The task ended: {type(error).__name__}{first and ', '}{first}"[:500]


@cache
def prepared() -> tuple[dict[str, Experiment], BinaryIO]:
    """In a process of the cluster, before its first task: imports, and a file for what is printed.

    No backend starts: which GPU the process may use is known with its task only.
    """
    return experiments(), worker.capture_stdout()


@ray.remote(max_retries=0)
def execute(experiment: str, params: dict[str, Any]) -> Iterator[bytes]:
    """The worker's events of a run, after one that tells of its machine."""
    declared, stdout = prepared()
    worker.take(stdout)  # Ray prints the names of tasks
    yield f'{{"type":"ready","environment":{describe().model_dump_json()}}}'.encode()
    for event in worker.run({"experiment": experiment, "params": params}, declared, stdout):
        yield event.encode()


@ray.remote(max_retries=0)
def look_around() -> Environment:
    """The machine of a node; for a while no other look is made by this process."""
    time.sleep(HOLD_S)
    return describe()
