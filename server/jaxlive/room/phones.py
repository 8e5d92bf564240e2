"""What phones of the audience show, the question or the slide's title: a slim stream for a thousand."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from pydantic import BaseModel

from jaxlive.project import project
from jaxlive.room.outline import outline
from jaxlive.room.predictions import Predictions
from jaxlive.runs.bus import Bus, heard
from jaxlive.runs.followers import Followers
from jaxlive.runs.predictions import Prediction
from jaxlive.talk.presenter import Presenter

BEAT = b"event: beat\ndata: 0\n\n"
"""Sent in silence: a phone sees by it that its connection lives, which a comment would not tell."""


class PhoneState(BaseModel):
    """All that a phone shows. While a question is open, nothing of the others' answers is in it."""

    talk: str
    title: str
    home: str
    prediction: Prediction | None = None


class Phones:
    """The state for all phones alike, made when something has happened, sent when it has changed."""

    def __init__(self, deck: Path, presenter: Presenter, predictions: Predictions, bus: Bus):
        self._deck, self._presenter, self._predictions, self._bus = deck, presenter, predictions, bus
        self._asked_at: tuple[Prediction | None, int] = (None, 0)
        self._changed, self._followers = asyncio.Event(), Followers()
        self._wire = b""
        bus.listeners.append(self._look)

    def state(self) -> PhoneState:
        """What phones show now: the newest question until the deck moves on, an open one until it closes."""
        page, talk = self._presenter.page, project()
        asked, asked_on = self._asked_at
        if asked and (asked.state == "idle" or (asked.state != "open" and page != asked_on)):
            asked = None
        if asked and asked.state == "open":
            asked = asked.model_copy(update={"voices": 0, "bins": None, "edges": []})
        slide = outline(self._deck).at(page)
        return PhoneState(
            talk=talk.title, title=slide.title if slide else "", home=talk.home, prediction=asked
        )

    async def follow(self) -> AsyncIterator[bytes]:
        """The state as an event, and again at each change; whoever is slow gets the newest only."""
        sent = b""
        with self._followers.one():
            while not self._bus.closed:
                changed, self._wire = self._changed, self._wire or self._made()
                if self._wire != sent:
                    sent = self._wire
                    yield sent
                elif not await heard(changed):
                    yield BEAT

    def _made(self) -> bytes:
        return f"event: room\ndata: {self.state().model_dump_json()}\n\n".encode()

    def _look(self) -> None:
        """Wake the phones if there is something to tell them."""
        if self._asked_at[0] is not self._predictions.newest:
            self._asked_at = (self._predictions.newest, self._presenter.page)
        wire = self._made() if self._followers.count else b""
        if wire != self._wire or self._bus.closed:
            self._wire = wire
            changed, self._changed = self._changed, asyncio.Event()
            changed.set()
