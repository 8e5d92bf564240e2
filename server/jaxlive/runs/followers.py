"""Runs that nobody follows any more: they are cancelled, so that those with somebody waiting get their turn.

A run is followed by the request that waits for it, by its event stream, by whoever asks how it is, and by
every window, as windows see all runs. One that was never followed is left alone: its client may come back.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from jaxlive.runs.errors import ended_early
from jaxlive.runs.models import Problem

LOOK_S = 1.0


class Followers:
    """How many follow, and since when nobody does (seconds of the monotonic clock); None before the first."""

    def __init__(self) -> None:
        self.count = 0
        self.left: float | None = None

    @contextmanager
    def one(self) -> Iterator[None]:
        """Follow until the end of the block."""
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1
            self.left = time.monotonic()


def seconds_alone(began: float, *followers: Followers) -> float:
    """For how long nobody has followed what began then; 0 while somebody does, or when nobody ever did."""
    if any(group.count for group in followers):
        return 0.0
    left = [group.left for group in followers if group.left is not None and group.left > began]
    return time.monotonic() - max(left) if left else 0.0


def abandoned(grace_s: float) -> Problem:
    """Why such a run ended."""
    unfollowed = f"Nobody has followed the run for {grace_s:g} s (JAXLIVE_GRACE_PERIOD)."
    return ended_early("abandoned", f'{unfollowed} To keep one going, POST /api/runs with "keep": true.')
