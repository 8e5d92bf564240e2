"""One worker process: started in a session of its own, spoken to in JSON lines, killed as a group."""

import asyncio
import contextlib
import ctypes
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import AsyncGenerator
from typing import Literal

from experiments.lab.environment import Environment, core_count
from experiments.lab.limits import MAX_BYTES
from server.engines import Job, WorkerDied
from server.engines.protocol import LINE, AppendOut, BlockOut, FinishedOut, Line, Ready, StartedOut
from server.settings import ROOT

STDERR_LINES = 40
LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1


def worker_environment() -> dict[str, str]:
    """The environment of a worker: what numerical libraries read before their import."""
    threads = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    memory = {"XLA_PYTHON_CLIENT_PREALLOCATE": "false", "JAX_ENABLE_COMPILATION_CACHE": "false"}
    # Idle threads of OpenMP (torch) and OpenBLAS (NumPy) spin by default and slow the library timed next.
    sleep = {"OMP_WAIT_POLICY": "PASSIVE", "OPENBLAS_THREAD_TIMEOUT": "4"}
    return {**memory, **sleep, **dict.fromkeys(threads, str(core_count())), **os.environ}


def die_with_parent() -> None:
    """Have the kernel kill this process with its parent (Linux).

    Called before the worker's own code: one that is stopped while it starts could not do it later.
    Elsewhere a worker ends by itself when its stdin closes.
    """
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def unexpected(line: Line, expected: str) -> TypeError:
    """The error of a worker that does not keep to the protocol."""
    return TypeError(f"the worker said {line.type!r}, expected {expected}: see experiments/worker.py")


class WorkerProcess:
    """A child that is starting, idle or busy."""

    def __init__(self, process: Process):
        self._process = process
        self._stderr: deque[str] = deque(maxlen=STDERR_LINES)
        self._drain = asyncio.create_task(self._read_stderr())
        self.killed = False
        self.state: Literal["starting", "idle", "busy"] = "starting"
        self.ready = asyncio.create_task(self._wait_until_ready())
        # A death is told to whoever runs the next job; nobody else needs to hear of it.
        self.ready.add_done_callback(lambda task: task.cancelled() or task.exception())

    @classmethod
    async def spawn(cls) -> "WorkerProcess":
        """Start a worker; its task `ready` ends when it is warm."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "experiments.worker",
            stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=4 * MAX_BYTES,
            cwd=ROOT, env=worker_environment(), start_new_session=True, preexec_fn=die_with_parent,
        )  # fmt: skip
        return cls(process)

    @property
    def pid(self) -> int:
        """The process id, also that of its group."""
        return self._process.pid

    async def begin(self, job: Job) -> StartedOut:
        """Hand over a job and wait until the worker has begun it. Raises WorkerDied."""
        assert self._process.stdin
        self._process.stdin.write(
            json.dumps({"experiment": job.experiment, "params": job.params}).encode() + b"\n"
        )
        line = await self._receive()
        if not isinstance(line, StartedOut):
            raise unexpected(line, "started")
        self.state = "busy"
        return line

    async def outputs(self) -> AsyncGenerator[BlockOut | AppendOut | FinishedOut]:
        """What the job that has begun gives, `finished` last. Raises WorkerDied."""
        while self.state == "busy":
            line = await self._receive()
            if isinstance(line, Ready | StartedOut):
                raise unexpected(line, "block, append or finished")
            if isinstance(line, FinishedOut):
                self.state = "idle"
            yield line

    async def exited(self) -> None:
        """Wait until the process has ended."""
        await self._process.wait()
        await self._drain

    async def kill(self) -> None:
        """End the process group at once and wait until it is gone."""
        self.killed = True
        self.signal(signal.SIGKILL)
        await self.exited()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the worker and its children; one that has ended is left alone."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, number)

    async def _receive(self) -> Line:
        assert self._process.stdout
        line = await self._process.stdout.readline()
        if not line:
            await self.exited()
            raise WorkerDied(self._reason(), list(self._stderr))
        return LINE.validate_json(line)

    def _reason(self) -> str:
        code = self._process.returncode or 0
        return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"left with exit code {code}"

    async def _wait_until_ready(self) -> Environment:
        line = await self._receive()
        if not isinstance(line, Ready):
            raise unexpected(line, "ready")
        self.state = "idle"
        return line.environment

    async def _read_stderr(self) -> None:
        assert self._process.stderr
        while chunk := await self._process.stderr.read(65536):
            self._stderr.extend(chunk.decode(errors="replace").splitlines())
