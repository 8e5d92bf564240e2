"""Where the talk is: who may say it, who hears of it, and for how long it holds."""

from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from jaxlive.runs.bus import Bus
from jaxlive.runs.models import DeckPosition
from jaxlive.talk import presenter
from jaxlive.talk.presenter import Presenter
from tests.forked import small_server
from tests.jaxlive.conftest import events
from tests.running import RunningServer

TOKEN = {"authorization": "Bearer secret"}


def first_event(server: RunningServer) -> Any:
    return next(events(server.client, "/api/events"))[2]


def at(page: int, clicks: int = 0) -> dict[str, Any]:
    """A position with nothing enlarged and nothing lit."""
    return {"page": page, "clicks": clicks, "focus": None, "light": None, "black": None}


@pytest.fixture(scope="module")
def guarded() -> Iterator[RunningServer]:
    """Its audience may run and must not steer."""
    with small_server(token="secret", audience_may_run="1") as running:
        yield running


def test_a_move_reaches_those_who_listen_and_those_who_come_late(guarded: RunningServer) -> None:
    assert first_event(guarded)["deck"] is None
    stream = events(guarded.client, "/api/events")
    assert next(stream)[1] == "snapshot"
    there, next_slide = at(7, 2), at(8)
    large = {**there, "focus": "both"}
    lit = {**there, "light": {"source": 12, "stage": "hlo", "pinned": True}}
    dark = {**there, "black": True}
    for position in (there, there, large, large, lit, dark, next_slide):
        answer = guarded.client.put("/api/deck", json=position, headers=TOKEN)
        assert (answer.status_code, answer.json()) == (200, position)
    heard = [(kind, data["deck"]) for _, kind, data in islice(stream, 5)]
    assert heard == [("deck", position) for position in (there, large, lit, dark, next_slide)]
    assert first_event(guarded)["deck"] == next_slide
    assert guarded.client.get("/api/runs").json() == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "page"),
        ({"page": 0}, "page"),
        ({"page": 10_000}, "page"),
        ({"page": True}, "page"),
        ({"page": 1.0}, "page"),
        ({"page": "1"}, "page"),
        ({"page": 1, "clicks": -1}, "clicks"),
        ({"page": 1, "slide": 2}, "slide"),
        ({"page": 1, "focus": "title"}, "focus"),
        ({"page": 1, "focus": True}, "focus"),
        ({"page": 1, "black": 1}, "black"),
        ({"page": 1, "light": 12}, "light"),
        ({"page": 1, "light": {"stage": "hlo"}}, "light.source"),
        ({"page": 1, "light": {"source": 0, "stage": "hlo"}}, "light.source"),
        ({"page": 1, "light": {"source": 100_000, "stage": "hlo"}}, "light.source"),
        ({"page": 1, "light": {"source": 1, "stage": "sass"}}, "light.stage"),
        ({"page": 1, "light": {"source": 1, "stage": "hlo", "pinned": 1}}, "light.pinned"),
        ({"page": 1, "light": {"source": 1, "stage": "hlo", "hue": 2}}, "light.hue"),
    ],
)
def test_what_is_no_position_is_refused(server: RunningServer, body: dict[str, Any], field: str) -> None:
    answer = server.client.put("/api/deck", json=body)
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert all(error["message"] for error in answer.json()["errors"])
    assert first_event(server)["deck"] is None


def test_an_audience_that_may_run_must_not_steer(guarded: RunningServer) -> None:
    rights = guarded.client.get("/api/health").json()
    assert (rights["may_run"], rights["may_steer"]) == (True, False)
    assert guarded.client.put("/api/deck", json={"page": 3}).status_code == 403
    assert first_event(guarded)["deck"] != at(3)
    assert guarded.client.get("/api/health", headers=TOKEN).json()["may_steer"]
    assert guarded.client.put("/api/deck", json={"page": 3}, headers=TOKEN).status_code == 200
    assert first_event(guarded)["deck"] == at(3)


def test_a_position_holds_while_it_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(presenter, "time", SimpleNamespace(monotonic=lambda: clock.now))
    bus, there = Bus(), DeckPosition(page=4, clicks=1)
    one = Presenter(bus)
    for clock.now in (0.0, 20.0, 40.0):
        one.steer(there)
        assert one.position == there
    assert bus.published == 1  # told again is not moved again
    clock.now += presenter.LEASE_S
    assert one.position is None
    one.steer(there)
    assert bus.published == 2
