"""Engines: what executes a run. An engine is two methods, `run` and `kill`; `local` is the default."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Any, Protocol

from experiments.lab.environment import Environment, total_memory
from server.engines.protocol import AppendOut, BlockOut, FinishedOut, StartedOut
from server.models import WorkerState
from server.settings import Settings

MEMORY_SHARE = 0.9
"""Of the machine's memory: above what admission lets an honest run need, below where the kernel kills."""
PROCESSES = 64
"""Of one run at a time: compilers start one for each core."""
Output = StartedOut | BlockOut | AppendOut | FinishedOut


@dataclass(frozen=True)
class Limits:
    """What a run may use: bytes of memory, processes, bytes of output, seconds without a sign of life."""

    memory: int
    processes: int
    output: int
    silence: float

    @classmethod
    def of(cls, settings: Settings) -> "Limits":
        """The limits that the settings name."""
        memory = settings.memory_limit or int(MEMORY_SHARE * total_memory())
        return cls(memory, PROCESSES, settings.output_limit, settings.silence_timeout)


@dataclass(frozen=True)
class Job:
    """What an engine needs to know of a run; `id` is the run's.

    One with an `environment` gets a fresh process that has it, one with `code` a contained process.
    """

    id: str
    experiment: str
    params: dict[str, Any]
    limits: Limits
    environment: dict[str, str] = field(default_factory=dict)
    code: str | None = None


class WorkerDied(Exception):
    """The process ended during a run: by a signal, an exit code or a limit, which `slug` tells apart.

    `log` has its last lines of stderr.
    """

    def __init__(self, reason: str, log: list[str], slug: str = "worker-died"):
        super().__init__(f"The worker process {reason}. The next run has a fresh one.")
        self.log, self.slug = log, slug


class Engine(Protocol):
    """Executes as many jobs at a time as it has places; `start` and `stop` bracket its life."""

    places: int
    """Jobs at a time: one on each device."""
    environment: Environment | None
    """The machine as last seen; None before a worker was warm."""
    restarts: int
    """Processes that took the place of one that died or was killed."""

    async def start(self) -> None:
        """Prepare. Returns at once, before a worker is warm."""

    async def stop(self) -> None:
        """End every process this engine started."""

    async def warm(self) -> Environment:
        """Wait until the first worker is warm; returns the machine as last seen."""

    def run(self, job: Job) -> AsyncGenerator[Output]:
        """Execute a job and yield its events, `started` first, `finished` last. Raises WorkerDied."""

    async def kill(self, job_id: str) -> list[str]:
        """End the job of this id, at once, also when native code holds the GIL; returns its last stderr."""

    def workers(self) -> list[WorkerState]:
        """The processes, for the health route."""
