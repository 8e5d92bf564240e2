"""How many event streams one address may hold, so that one client cannot take all connections."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from jaxlive.runs.errors import Greedy


class TooManyStreams(Greedy):
    """An address follows more event streams than its share."""

    slug, title = "too-many-streams", "Too many event streams for one address"


class Streams:
    """The open event streams of each address."""

    def __init__(self, limit: int):
        self._limit = limit
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Hold one more stream. Raises TooManyStreams."""
        if self._open[address] >= self._limit:
            raise TooManyStreams(
                f"{self._limit} event streams to this address are open: close some, "
                "or start the server with a larger JAXLIVE_STREAM_LIMIT",
                retry_after=5,
            )
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


def is_stream(path: str) -> bool:
    """Whether a path is one of the API's event streams."""
    return path.startswith("/api/") and path.endswith("/events")
