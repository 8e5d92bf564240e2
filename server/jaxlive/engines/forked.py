"""A process that this one has not started: it was forked for it by the template, and has adopted it."""

import asyncio
import ctypes
import os
from asyncio import BaseTransport, Protocol, StreamReader, StreamReaderProtocol, WriteTransport
from contextlib import suppress
from functools import partial

PR_SET_CHILD_SUBREAPER = 36
REAP_S = 0.01


class Forked:
    """As `asyncio.subprocess.Process`."""

    def __init__(self, pid: int, pipes: "Pipes") -> None:
        self.pid, self._pipes = pid, pipes
        self.stdin, self.stdout, self.stderr = pipes.stdin, pipes.stdout, pipes.stderr
        self.returncode: int | None = None
        self._ended = asyncio.Event()
        watched = os.pidfd_open(pid)
        asyncio.get_running_loop().add_reader(watched, self._reap, watched)

    async def wait(self) -> None:
        """Wait until it has ended; `returncode` then says how."""
        await self._ended.wait()

    def close(self) -> None:
        """Close its streams: one that holds more than its reader takes would never come to its end."""
        self._pipes.close()

    def _reap(self, watched: int) -> None:
        asyncio.get_running_loop().remove_reader(watched)
        os.close(watched)
        _, status = os.waitpid(self.pid, 0)
        self.returncode = os.waitstatus_to_exitcode(status)
        self.stdin.close()
        self._ended.set()


class Pipes:
    """The three streams of a worker, `stdin` to write to, the others to read from."""

    stdin: WriteTransport

    def __init__(self, limit: int) -> None:
        """Lines have at most so many bytes. `theirs` are the worker's descriptors."""
        (stdin, self._stdin), (self._stdout, stdout), (self._stderr, stderr) = os.pipe(), os.pipe(), os.pipe()
        self.theirs = [stdin, stdout, stderr]
        self.stdout, self.stderr = StreamReader(limit), StreamReader(limit)
        self._transports: list[BaseTransport] = []

    async def open(self) -> None:
        """Open them on this side, and close those of the worker, which has them."""
        for descriptor in self.theirs:
            os.close(descriptor)
        loop = asyncio.get_running_loop()
        self.stdin, _ = await loop.connect_write_pipe(Protocol, os.fdopen(self._stdin, "wb", 0))
        self._transports = [self.stdin]
        for stream, descriptor in ((self.stdout, self._stdout), (self.stderr, self._stderr)):
            protocol = partial(StreamReaderProtocol, stream)
            transport, _ = await loop.connect_read_pipe(protocol, os.fdopen(descriptor, "rb", 0))
            self._transports.append(transport)

    def close(self) -> None:
        """Close them on this side."""
        for transport in self._transports:
            transport.close()


def adopt_orphans() -> None:
    """Become the parent of processes below this one whose own parent ends (Linux, prctl(2))."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


async def reap(group: int) -> None:
    """Take leave of this process's children in a group that was killed, orphans that it has adopted."""
    with suppress(ChildProcessError):
        while True:
            if os.waitpid(-group, os.WNOHANG) == (0, 0):
                await asyncio.sleep(REAP_S)
