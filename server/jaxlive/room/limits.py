"""How fast a phone, and all of them together, may ask: token buckets.

Not by address: to the server, a room behind one router is one address.
"""

import time

from jaxlive.runs.errors import Greedy


class TooFast(Greedy):
    """More in a second than a person's share, or the room's."""

    slug, title = "too-fast", "Too fast"


class Bucket:
    """Holds `burst` tokens at most, and fills by `rate` a second (Turner, IEEE Comm. Mag. 24(10), 1986)."""

    def __init__(self, rate: float, burst: float):
        self._rate, self._burst = rate, burst
        self._tokens, self._filled = burst, time.monotonic()

    def take(self, who: str) -> None:
        """Take a token. Raises TooFast when there is none."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        if self._tokens < 1:
            wait_s = (1 - self._tokens) / self._rate
            limit = f"{who} may ask {self._rate:g} times a second"
            raise TooFast(f"{limit}: ask again in {wait_s:.1f} s", retry_after=wait_s)
        self._tokens -= 1
