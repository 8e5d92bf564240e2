"""Where the talk is: slide, click step, focus and light of the presenter's window, for all other windows."""

import time

from jaxlive.runs.bus import Bus, Entry
from jaxlive.runs.events import DeckMoved
from jaxlive.runs.models import DeckPosition

LEASE_S = 30
"""Seconds that a position holds; the presenter's window tells it every 10, and is gone when it does not."""


class Presenter:
    """Where the presenter is, as long as there is one. It is no history: nothing is kept."""

    def __init__(self, bus: Bus):
        self._bus = bus
        self._position: DeckPosition | None = None
        self._told = 0.0
        self.began: float | None = None
        """When the talk left its first slide, by the monotonic clock; None before."""

    @property
    def page(self) -> int:
        """The slide that was shown last, also when the presenter is gone; 1 before."""
        return self._position.page if self._position else 1

    @property
    def position(self) -> DeckPosition | None:
        """The position; None without a presenter, so that a window on its own is never moved."""
        return self._position if time.monotonic() - self._told < LEASE_S else None

    def steer(self, position: DeckPosition) -> None:
        """Take the presenter's position, and tell all windows when it is a new one."""
        moved = position != self.position
        self._position, self._told = position, time.monotonic()
        if position.page == 1:
            self.began = None
        elif self.began is None:
            self.began = self._told
        if moved:
            event = DeckMoved(deck=position)
            self._bus.publish(Entry(event.type, event.model_dump_json()))
