"""A process that this one has not started: it was forked for it by the template, and has adopted it."""

import asyncio
import ctypes
import os
from asyncio import Protocol, StreamReader, StreamReaderProtocol, WriteTransport
from contextlib import suppress

PR_SET_CHILD_SUBREAPER = 36
REAP_S = 0.01


class Forked:
    """As `asyncio.subprocess.Process`."""

    def __init__(self, pid: int, stdin: WriteTransport, stdout: StreamReader, stderr: StreamReader) -> None:
        self.pid, self.stdin, self.stdout, self.stderr = pid, stdin, stdout, stderr
        self.returncode: int | None = None
        self._ended = asyncio.Event()
        watched = os.pidfd_open(pid)
        asyncio.get_running_loop().add_reader(watched, self._reap, watched)

    async def wait(self) -> None:
        """Wait until it has ended; `returncode` then says how."""
        await self._ended.wait()

    def _reap(self, watched: int) -> None:
        asyncio.get_running_loop().remove_reader(watched)
        os.close(watched)
        _, status = os.waitpid(self.pid, 0)
        self.returncode = os.waitstatus_to_exitcode(status)
        self.stdin.close()
        self._ended.set()


class Pipes:
    """The three streams of a worker; `theirs` are its descriptors, closed here once it has them."""

    def __init__(self) -> None:
        (stdin, self._stdin), (self._stdout, stdout), (self._stderr, stderr) = os.pipe(), os.pipe(), os.pipe()
        self.theirs = [stdin, stdout, stderr]

    async def opened(self, limit: int) -> tuple[WriteTransport, StreamReader, StreamReader]:
        """stdin, stdout and stderr on this side; lines have at most so many bytes."""
        loop = asyncio.get_running_loop()
        for descriptor in self.theirs:
            os.close(descriptor)
        stdin, _ = await loop.connect_write_pipe(Protocol, os.fdopen(self._stdin, "wb", 0))
        return stdin, await reader(self._stdout, limit), await reader(self._stderr, limit)


async def reader(descriptor: int, limit: int) -> StreamReader:
    """What comes out of a pipe, in lines of at most so many bytes."""
    stream = StreamReader(limit)
    protocol = StreamReaderProtocol(stream)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, os.fdopen(descriptor, "rb", 0))
    return stream


def adopt_orphans() -> None:
    """Become the parent of processes below this one whose own parent ends (Linux, prctl(2))."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


async def reap(group: int) -> None:
    """Take leave of this process's children in a group that was killed, orphans that it has adopted."""
    with suppress(ChildProcessError):
        while True:
            if os.waitpid(-group, os.WNOHANG) == (0, 0):
                await asyncio.sleep(REAP_S)
