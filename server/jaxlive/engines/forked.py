"""A process that this one has not started: it was forked for it by the template, and has adopted it."""

import asyncio
import ctypes
import os
from asyncio import BaseProtocol, Protocol, StreamReader, StreamReaderProtocol, Transport
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from socket import socketpair

PR_SET_CHILD_SUBREAPER = 36
REAP_S = 0.01


class Forked:
    """As `asyncio.subprocess.Process`."""

    def __init__(self, pid: int, streams: "Streams") -> None:
        self.pid, self._streams = pid, streams
        self.stdin, self.stdout, self.stderr = streams.stdin, streams.stdout, streams.stderr
        self.returncode: int | None = None
        self._ended = asyncio.Event()
        watched = os.pidfd_open(pid)
        asyncio.get_running_loop().add_reader(watched, self._reap, watched)

    async def wait(self) -> None:
        """Wait until it has ended; `returncode` then says how."""
        await self._ended.wait()

    def close(self) -> None:
        """Close its streams: one that holds more than its reader takes would never come to its end."""
        self._streams.close()

    def _reap(self, watched: int) -> None:
        asyncio.get_running_loop().remove_reader(watched)
        os.close(watched)
        _, status = os.waitpid(self.pid, 0)
        self.returncode = os.waitstatus_to_exitcode(status)
        self.stdin.close()
        self._ended.set()


class Streams:
    """The three streams of a worker, `stdin` to write to, the others to read from.

    They are sockets: uvloop closes the descriptor of a pipe twice, the second time whoever has it by then
    (https://github.com/MagicStack/uvloop/issues/763).
    """

    stdin: Transport

    def __init__(self, limit: int) -> None:
        """Lines have at most so many bytes."""
        self._ours, self._theirs = zip(*(socketpair() for _ in range(3)), strict=True)
        self.stdout, self.stderr = StreamReader(limit), StreamReader(limit)
        self._transports: list[Transport] = []

    @property
    def theirs(self) -> list[int]:
        """The worker's descriptors."""
        return [one.fileno() for one in self._theirs]

    async def open(self) -> None:
        """Open them on this side."""
        readers = [partial(StreamReaderProtocol, stream) for stream in (self.stdout, self.stderr)]
        protocols: list[Callable[[], BaseProtocol]] = [Protocol, *readers]
        for one, protocol in zip(self._ours, protocols, strict=True):
            transport, _ = await asyncio.get_running_loop().create_connection(protocol, sock=one)
            self._transports.append(transport)
        self.stdin = self._transports[0]

    def hand_over(self) -> None:
        """Close the worker's descriptors here: it has its own of them now."""
        for one in self._theirs:
            one.close()

    def close(self) -> None:
        """Close them on this side."""
        self.hand_over()
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
