"""One worker process: started in a session of its own, spoken to in JSON lines, killed as a group."""

import asyncio
import contextlib
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
from server.engines import Job, Output, WorkerDied
from server.engines.protocol import LINE, FinishedOut, Line, Ready
from server.settings import ROOT

STDERR_LINES = 40


def worker_environment() -> dict[str, str]:
    """The environment of a worker: what numerical libraries read before their import."""
    threads = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    memory = {"XLA_PYTHON_CLIENT_PREALLOCATE": "false", "JAX_ENABLE_COMPILATION_CACHE": "false"}
    # Idle threads of OpenMP (torch) and OpenBLAS (NumPy) spin by default and slow the library timed next.
    sleep = {"OMP_WAIT_POLICY": "PASSIVE", "OPENBLAS_THREAD_TIMEOUT": "4"}
    return {**memory, **sleep, **dict.fromkeys(threads, str(core_count())), **os.environ}


class WorkerProcess:
    """A child that is starting, idle or busy."""

    def __init__(self, process: Process):
        self._process = process
        self._stderr: deque[str] = deque(maxlen=STDERR_LINES)
        self._drain = asyncio.create_task(self._read_stderr())
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
            cwd=ROOT, env=worker_environment(), start_new_session=True,
        )  # fmt: skip
        return cls(process)

    @property
    def pid(self) -> int:
        """The process id, also that of its group."""
        return self._process.pid

    async def run(self, job: Job) -> AsyncGenerator[Output]:
        """Execute a job. Raises WorkerDied when the process ends before the job does."""
        assert self._process.stdin
        self.state = "busy"
        self._process.stdin.write(
            json.dumps({"experiment": job.experiment, "params": job.params}).encode() + b"\n"
        )
        finished = False
        while not finished:
            line = await self._receive()
            finished = isinstance(line, FinishedOut)
            if finished:
                self.state = "idle"
            if not isinstance(line, Ready):
                yield line

    async def exited(self) -> None:
        """Wait until the process has ended."""
        await self._process.wait()
        await self._drain

    async def kill(self) -> None:
        """End the process group at once and wait until it is gone."""
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
            raise TypeError(f"a worker's first line must be 'ready', got {line.type!r}")
        self.state = "idle"
        return line.environment

    async def _read_stderr(self) -> None:
        assert self._process.stderr
        while chunk := await self._process.stderr.read(65536):
            self._stderr.extend(chunk.decode(errors="replace").splitlines())
