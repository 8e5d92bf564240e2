"""The bus: every event of every run, to every window."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass

from jaxlive.runs.followers import Followers

BACKLOG = 16 * 2**20
"""Bytes of the newest events, kept for readers who lag; whoever lags further comes back to a snapshot."""
PIECE = 64 * 1024
"""Bytes handed to a connection at once: what a client that does not read can keep in memory."""
KEEP_ALIVE_S = 15
"""Seconds of silence after which a comment is sent, so that proxies keep the connection open."""
KEEP_ALIVE = b": ping\n\n"


@dataclass(frozen=True)
class Entry:
    """An event as it is sent: serialised once for all readers."""

    type: str
    json: str

    def wire(self, number: int | None = None) -> bytes:
        """The event in the format of event streams, with its number in the log of its run.

        JSON has no line breaks outside of strings, and escaped ones within.
        """
        key = "" if number is None else f"id: {number}\n"
        return f"event: {self.type}\ndata: {self.json}\n{key}\n".encode()


class Bus:
    """One log of the newest entries for all readers, each at its own place in it."""

    def __init__(self) -> None:
        self.published = 0
        self._recent: deque[bytes] = deque()
        self._held = 0
        self.closed = False
        self.changed = asyncio.Event()
        """Set, and another one in its place, after each entry."""
        self.followers = Followers()
        self.listeners: list[Callable[[], None]] = []
        """Called after each entry, and at the end."""

    def publish(self, entry: Entry) -> None:
        """Send an entry. It is formatted once, whoever reads; no reader is waited for."""
        wire = entry.wire()
        self._recent.append(wire)
        self._held += len(wire)
        while self._held > BACKLOG:
            self._held -= len(self._recent.popleft())
        self.published += 1
        self._wake()

    async def follow(self, place: int) -> AsyncIterator[memoryview | bytes]:
        """Yield what has been published from `place` on, `PIECE` bytes at a time, and wait for more.

        Ends when the bus is closed, and for a reader that has fallen out of the backlog.
        """
        with self.followers.one():
            while self.published - len(self._recent) <= place:
                if place < self.published:
                    batch, place = self._batch(place)
                    for piece in pieces(batch):
                        yield piece
                elif self.closed:
                    return
                elif not await heard(self.changed):
                    yield KEEP_ALIVE

    def close(self) -> None:
        """End all streams, once they have sent what there is: the server stops."""
        self.closed = True
        self._wake()

    def _batch(self, place: int) -> tuple[bytes, int]:
        """Entries from `place` on, as many as fit into a piece but at least one, and the place after them."""
        first, batch, size = self.published - len(self._recent), list[bytes](), 0
        while place < self.published and (not batch or size + len(self._recent[place - first]) <= PIECE):
            batch.append(self._recent[place - first])
            size += len(batch[-1])
            place += 1
        return b"".join(batch), place

    def _wake(self) -> None:
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()
        for listen in self.listeners:
            listen()


async def heard(change: asyncio.Event) -> bool:
    """Whether the event is set before a keep-alive comment is due."""
    try:
        async with asyncio.timeout(KEEP_ALIVE_S):
            return await change.wait()
    except TimeoutError:
        return False


def pieces(data: bytes) -> Iterator[memoryview]:
    """The bytes in pieces that no connection has to copy whole."""
    whole = memoryview(data)
    return (whole[start : start + PIECE] for start in range(0, len(data), PIECE))
