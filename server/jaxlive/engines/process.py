"""One worker process: started in a session of its own, spoken to in JSON lines, killed as a group."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Literal

from jaxlive import worker_start
from jaxlive.engines import containment
from jaxlive.engines.base import Job, WorkerDied
from jaxlive.engines.forked import Forked, reap
from jaxlive.engines.protocol import LINE, AppendOut, BlockOut, FinishedOut, Line, Ready, StartedOut
from jaxlive.engines.watch import Watch
from jaxlive.lab.declare.environment import Environment, core_count
from jaxlive.lab.declare.limits import MAX_BYTES
from jaxlive.project import project
from jaxlive.worker_start import share_of

STDERR_LINES, STDERR_BYTES = 40, 16 * 1024
DRAIN_S = 1.0
"""How long the end of stderr is waited for: a child that left the process group may hold it open."""
BEATS = 4
"""Signs of life that a worker gives within the limit of silence."""
GIVE_WAY_EVERY = 64
"""Lines: reading from a full buffer never waits, and others want to be served too."""
SIGNALLED = 128
"""Added to a signal's number in the exit code that bubblewrap, as a shell, gives of what it ran."""
HINTS = {
    signal.SIGKILL: ", as happens when memory runs out",
    signal.SIGXCPU: f": it used {containment.CPU_S} s of processor time, the limit for edited code",
}
LIBRARIES = {
    "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
    "JAX_ENABLE_COMPILATION_CACHE": "false",
    # Idle threads of OpenMP (torch) and OpenBLAS (NumPy) spin by default and slow the library timed next.
    "OMP_WAIT_POLICY": "PASSIVE",
    "OPENBLAS_THREAD_TIMEOUT": "4",
}


def worker_environment(own: Mapping[str, str]) -> dict[str, str]:
    """The environment of a worker: what numerical libraries read before their import; `own` wins.

    The presenter's token is the server's alone.
    """
    threads = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    inherited = {name: value for name, value in os.environ.items() if name != "JAXLIVE_TOKEN"}
    inherited["JAXLIVE_PROJECT"] = str(project().root)
    return {**LIBRARIES, **dict.fromkeys(threads, str(share_of(core_count()))), **inherited, **own}


def signal_group(pid: int, number: signal.Signals) -> None:
    """Send a signal to the group of this leader, if anything of it is left."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, number)


def unexpected(line: Line, expected: str) -> TypeError:
    """The error of a worker that does not keep to the protocol."""
    return TypeError(f"the worker said {line.type!r}, expected {expected}: see jaxlive/worker.py")


class WorkerProcess:
    """A child that is starting, idle or busy."""

    def __init__(self, process: Process | Forked, *, contained: bool):
        self._process = process
        self._stderr = b""
        self._watch = Watch(self.pid, self._end, contained=contained)
        self._drain = asyncio.create_task(self._read_stderr())
        self._exit = asyncio.create_task(self._clear_away())
        self._bound = self._paused = self.killed = False
        self.state: Literal["starting", "idle", "busy"] = "starting"
        self.ready = asyncio.create_task(self._wait_until_ready())
        # A death is told to whoever runs the next job; nobody else needs to hear of it.
        self.ready.add_done_callback(lambda task: task.cancelled() or task.exception())

    @classmethod
    async def spawn(cls, environment: Mapping[str, str], contained: bool) -> "WorkerProcess":
        """Start a worker with these variables too; its task `ready` ends when it is warm."""
        whole = worker_environment(environment)
        # By its file: its package would bring JAX before the process takes its limits.
        command = [sys.executable, "-P", worker_start.__file__]
        if contained:
            whole = containment.environment(whole) | dict(environment)
            command = [*containment.prefix(), *command, *containment.limits()]
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=4 * MAX_BYTES, env=whole,
            cwd=project().root, start_new_session=True,
        )  # fmt: skip
        return cls(process, contained=contained)

    @property
    def pid(self) -> int:
        """The process id, also that of its group."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether the process has ended, or was killed and is about to."""
        return self.killed or self._process.returncode is not None

    @property
    def log(self) -> list[str]:
        """The last lines of stderr since the job began."""
        return self._stderr.decode(errors="replace").splitlines()[-STDERR_LINES:]

    def begin(self, job: Job, roofs: Mapping[str, float]) -> None:
        """Hand over a job, with the roofs that are known."""
        assert self._process.stdin
        self._stderr, self.state = b"", "busy"  # from here on it is not for another job
        if self.ended or self._process.stdin.is_closing():
            return
        self._watch.begin(job.limits)
        beat_s = job.limits.silence / BEATS
        order = {"experiment": job.experiment, "params": job.params, "beat_s": beat_s, "code": job.code}
        order["roofs"] = dict(roofs)
        self._process.stdin.write(json.dumps(order).encode() + b"\n")

    async def has_begun(self) -> bool:
        """Wait until it says that it has begun; False when it has died while it waited for the job."""
        try:
            line = await self._receive()
        except WorkerDied:
            self._close()
            return False
        if not isinstance(line, StartedOut):
            raise unexpected(line, "started")
        return True

    async def outputs(self) -> AsyncGenerator[BlockOut | AppendOut | FinishedOut]:
        """What the job that has begun gives, `finished` last. Raises WorkerDied."""
        lines = 0
        while self.state == "busy":
            line = await self._receive()
            lines += 1
            if lines % GIVE_WAY_EVERY == 0:
                await asyncio.sleep(0)
            if isinstance(line, Ready | StartedOut):
                raise unexpected(line, "block, append or finished")
            if isinstance(line, FinishedOut):
                self._watch.end()
                self.state = "idle"
            yield line

    async def exited(self) -> None:
        """Wait until the process has ended, and its group with it."""
        await asyncio.shield(self._exit)

    async def kill(self) -> None:
        """End the process group at once and wait until it is gone; one that has ended is left alone."""
        self.dismiss()
        await self.exited()
        self._close()

    def dismiss(self) -> None:
        """End the process group, and wait for nothing: a large process takes some 20 ms to go."""
        self.killed = not self.ended or self.killed
        self._end()

    def pause(self) -> None:
        """Have it stand still until `resume`, as soon as the kernel would end it with its parent."""
        self._paused = True
        if self._bound:
            self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Have it go on, if it stands still."""
        if self._paused:
            self._paused = False
            self._signal(signal.SIGCONT)

    def on_change(self, tell: Callable[[], None]) -> None:
        """Call this when it is ready, or failed to be, and when it has ended."""
        for moment in (self.ready, self._exit):
            moment.add_done_callback(lambda _: tell())

    def _signal(self, number: signal.Signals) -> None:
        if self._process.returncode is None:
            signal_group(self.pid, number)

    def _end(self) -> None:
        self._signal(signal.SIGKILL)

    async def _clear_away(self) -> None:
        await self._process.wait()
        self._watch.end()
        signal_group(self.pid, signal.SIGKILL)  # the children it leaves behind
        last = [self._drain, asyncio.create_task(reap(self.pid))]
        _, unending = await asyncio.wait(last, timeout=DRAIN_S)
        for task in unending:
            task.cancel()
        if self.state != "busy":  # else its last words may not have been read yet
            self._close()

    def _close(self) -> None:
        if isinstance(self._process, Forked):  # asyncio does it for others
            self._process.close()

    async def _receive(self) -> Line:
        assert self._process.stdout
        line = b"\n"
        while line == b"\n":  # an empty one is a sign of life
            line = await self._process.stdout.readline()
            self._watch.heard(len(line))
        if not line:
            await self.exited()
            raise self._death()
        return LINE.validate_json(line)

    def _death(self) -> WorkerDied:
        if passed := self._watch.passed:
            return WorkerDied(passed.reason, passed.slug)
        code = self._process.returncode or 0
        if code > SIGNALLED:
            code = SIGNALLED - code
        if code >= 0:
            return WorkerDied(f"The worker ended with exit code {code}")
        number = signal.Signals(-code)
        reason = f"The worker was killed by {number.name}{HINTS.get(number, '')}"
        return WorkerDied(reason, from_outside=number in (signal.SIGKILL, signal.SIGTERM))

    async def _wait_until_ready(self) -> Environment:
        assert self._process.stdout
        await self._process.stdout.readline()  # an empty one: see jaxlive/worker_start.py
        self._bound = True
        if self._paused:
            self.pause()
        try:
            line = await self._receive()
            if not isinstance(line, Ready):
                raise unexpected(line, "ready")
        except Exception:
            self._end()  # nobody else would end one that is warm and says nonsense
            raise
        self.state = "idle"
        return line.environment

    async def _read_stderr(self) -> None:
        assert self._process.stderr
        while chunk := await self._process.stderr.read(65536):
            self._stderr = (self._stderr + chunk)[-STDERR_BYTES:]
            self._watch.heard(len(chunk))
