"""The bus: every event of every run, to every window."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

BACKLOG = 1000


@dataclass(frozen=True)
class Entry:
    """An event as it is sent: serialised once for all readers."""

    type: str
    json: str


Reader = asyncio.Queue[Entry | None]


class Bus:
    """Hands each entry to all readers; None in a reader's queue is the end of its stream."""

    def __init__(self) -> None:
        self._readers: set[Reader] = set()

    def publish(self, entry: Entry) -> None:
        """Send an entry. A reader that lags too far is sent away: it comes back to a snapshot."""
        for reader in list(self._readers):
            if reader.qsize() < BACKLOG:
                reader.put_nowait(entry)
            else:
                self._dismiss(reader)

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """A queue of all that is published from now on."""
        reader: Reader = asyncio.Queue()
        self._readers.add(reader)
        try:
            yield reader
        finally:
            self._readers.discard(reader)

    def close(self) -> None:
        """End all streams: the server stops."""
        for reader in list(self._readers):
            self._dismiss(reader)

    def _dismiss(self, reader: Reader) -> None:
        self._readers.discard(reader)
        reader.put_nowait(None)
