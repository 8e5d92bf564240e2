"""The template, seen from the engine: workers are forked from it in a fraction of a second.

jaxlive/template.py is the process. Where there is none, as it died or the system is not Linux, and for
a worker that it cannot fork, a process is started that imports everything itself.
"""

import asyncio
import json
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping
from contextlib import suppress

from jaxlive.background import Background
from jaxlive.engines.forked import Forked, Streams, adopt_orphans
from jaxlive.engines.process import WorkerProcess, signal_group, worker_environment
from jaxlive.lab.declare.limits import MAX_BYTES
from jaxlive.lab.declare.variables import can_take_over
from jaxlive.project import project


class Template:
    """Gives workers; keeps the process that they are forked from alive."""

    def __init__(self) -> None:
        self._orders: socket.socket | None = None
        self._settled, self._undisturbed = asyncio.Event(), asyncio.Event()
        self._undisturbed.set()
        self._pid: int | None = None
        self._paused = False
        self._births: set[asyncio.Task[WorkerProcess]] = set()
        self._background = Background()

    @property
    def ready(self) -> bool:
        """Whether a worker takes a fraction of a second."""
        return self._orders is not None

    def start(self) -> None:
        """Start the process, and start it again whenever it has ended."""
        if sys.platform != "linux":
            self._settled.set()
            return
        adopt_orphans()
        self._background.repeat("template", self._live, asyncio.Event().wait)

    async def stop(self) -> None:
        """End the process."""
        await self._background.stop()

    async def worker(self, environment: Mapping[str, str], contained: bool) -> WorkerProcess:
        """A worker with these variables too; its task `ready` ends when it is warm."""
        await self._settled.wait()
        if self._orders and not contained and can_take_over(environment):
            with suppress(OSError, EOFError):  # the template has just died
                return await self._forked(self._orders, environment)
        return await WorkerProcess.spawn(environment, contained)

    def pause(self) -> None:
        """Have it stand still while it imports, or not start before `resume`."""
        self._undisturbed.clear()
        if self._pid and not self._orders:
            self._paused = True
            signal_group(self._pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Have it go on."""
        self._undisturbed.set()
        if self._pid and self._paused:
            self._paused = False
            signal_group(self._pid, signal.SIGCONT)

    async def _live(self) -> None:
        """A life of the process. Raises RuntimeError at its end."""
        await self._undisturbed.wait()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        with ours:
            with theirs:
                process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "jaxlive.template", stdin=theirs.fileno(), stdout=DEVNULL,
                    stderr=PIPE, cwd=project().root, env=worker_environment({}), start_new_session=True,
                )  # fmt: skip
            try:
                # Once it has spoken, the kernel ends it with this process, also while it stands still.
                if await told(ours):
                    self._pid = process.pid
                    if not self._undisturbed.is_set():
                        self.pause()
                if await told(ours):
                    self._orders = ours
                self._settled.set()
                _, said = await process.communicate()
            finally:
                self._pid = self._orders = None
                signal_group(process.pid, signal.SIGKILL)
                await process.wait()
        last = next(reversed(said.decode(errors="replace").splitlines()), "no reason given")
        raise RuntimeError(f"it ended with exit code {process.returncode}: {last}")

    async def _forked(self, orders: socket.socket, environment: Mapping[str, str]) -> WorkerProcess:
        """A worker that the template forks. Raises OSError or EOFError when that has died."""
        birth = asyncio.create_task(fork(orders, environment))
        self._births.add(birth)  # nothing else holds it once the wait for it is given up
        birth.add_done_callback(self._births.discard)
        try:
            return await asyncio.shield(birth)
        except asyncio.CancelledError:
            birth.add_done_callback(unwanted)
            raise


async def told(orders: socket.socket) -> bytes:
    """The next word of the process; none when it has ended."""
    return await asyncio.get_running_loop().sock_recv(orders, 64)


async def fork(orders: socket.socket, environment: Mapping[str, str]) -> WorkerProcess:
    """Order a worker and wait for its first line, its process id."""
    streams = Streams(limit=4 * MAX_BYTES)
    await streams.open()
    try:
        socket.send_fds(orders, [json.dumps(dict(environment)).encode()], streams.theirs)
        streams.hand_over()
        if not (line := await streams.stdout.readline()):
            raise EOFError
    except (OSError, EOFError):
        streams.close()
        raise
    return WorkerProcess(Forked(int(line), streams), contained=False)


def unwanted(birth: asyncio.Task[WorkerProcess]) -> None:
    """End a worker that nobody waited for."""
    if not birth.cancelled() and not birth.exception():
        birth.result().dismiss()
