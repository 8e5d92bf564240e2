"""Engines: what executes a run. An engine is one method, `run`; `local` is the default."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from pydantic import BaseModel

from jaxlive.engines.protocol import AppendOut, BlockOut, FinishedOut, StartedOut
from jaxlive.lab.declare.environment import Environment, total_memory

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
    def of(cls, memory: int | None, output: int, silence: float) -> "Limits":
        """These, and as many processes as any run; without a limit of memory, most of the machine's."""
        return cls(memory or int(MEMORY_SHARE * total_memory()), PROCESSES, output, silence)


@dataclass(frozen=True)
class Job:
    """What an engine needs to know of a run; `id` is the run's.

    One with an `environment` gets a fresh process that has it, one with `code` a contained process. `stderr`
    is written by the engine: when the job has ended, the last lines that its process said there.
    """

    id: str
    experiment: str
    params: dict[str, Any]
    limits: Limits
    environment: dict[str, str] = field(default_factory=dict)
    code: str | None = None
    stderr: list[str] = field(default_factory=list)

    @property
    def isolated(self) -> bool:
        """Whether its process must be for no other job, before or after."""
        return bool(self.environment) or self.code is not None


class WorkerDied(Exception):
    """The process ended during a run: by a signal, an exit code or a limit, which `slug` tells apart.

    `from_outside` says that it was a signal which no process gives to itself by mistake.
    """

    def __init__(self, reason: str, slug: str = "worker-died", *, from_outside: bool = False):
        super().__init__(f"The worker process {reason}. The next run has a fresh one.")
        self.slug, self.from_outside = slug, from_outside


class WorkerState(BaseModel):
    """One worker process."""

    pid: int | None
    state: Literal["starting", "idle", "busy"]


class Engine(Protocol):
    """Executes as many jobs at a time as it has places; `start` and `stop` bracket its life."""

    places: int
    """Jobs at a time: one on each device."""
    environment: Environment | None
    """The machine as last seen; None before a worker was warm."""
    restarts: int
    """Processes that took the place of one that died or was killed."""

    @property
    def failures(self) -> Mapping[str, str]:
        """What fails in the background at the moment, by its name, in words."""

    async def start(self) -> None:
        """Prepare. Returns at once, before a worker is warm."""

    async def stop(self) -> None:
        """End every process this engine started."""

    async def warm(self) -> Environment:
        """Wait until the first worker is warm; returns the machine as last seen."""

    def run(self, job: Job) -> AsyncGenerator[Output]:
        """Execute a job and yield its events, `started` first, `finished` last. Raises WorkerDied.

        Whoever closes the generator before, or is cancelled in it, ends the job and its process at once, also
        when native code holds the GIL: nobody else can, and no other process is reached.
        """

    def workers(self) -> list[WorkerState]:
        """The processes, for the health route."""
