"""Where the talk is: who may say it, who hears of it, and for how long it holds."""

from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from server import stage
from server.bus import Bus
from server.models import DeckPosition
from server.stage import Stage
from tests.running import RunningServer, running_server
from tests.server.conftest import events

TOKEN = {"authorization": "Bearer secret"}


def first_event(server: RunningServer) -> Any:
    return next(events(server.client, "/api/events"))[2]


@pytest.fixture(scope="module")
def guarded() -> Iterator[RunningServer]:
    """Its audience may run and must not steer."""
    with running_server(token="secret", audience_may_run="1") as running:
        yield running


def test_a_move_reaches_those_who_listen_and_those_who_come_late(guarded: RunningServer) -> None:
    assert first_event(guarded)["deck"] is None
    stream = events(guarded.client, "/api/events")
    assert next(stream)[1] == "snapshot"
    for position in ({"page": 7, "clicks": 2}, {"page": 7, "clicks": 2}, {"page": 8, "clicks": 0}):
        answer = guarded.client.put("/api/deck", json=position, headers=TOKEN)
        assert (answer.status_code, answer.json()) == (200, position)
    heard = [(kind, data["deck"]) for _, kind, data in islice(stream, 2)]
    assert heard == [("deck", {"page": 7, "clicks": 2}), ("deck", {"page": 8, "clicks": 0})]
    assert first_event(guarded)["deck"] == {"page": 8, "clicks": 0}
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
    ],
)
def test_what_is_no_position_is_refused(server: RunningServer, body: dict[str, Any], field: str) -> None:
    answer = server.client.put("/api/deck", json=body)
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert first_event(server)["deck"] is None


def test_an_audience_that_may_run_must_not_steer(guarded: RunningServer) -> None:
    rights = guarded.client.get("/api/health").json()
    assert (rights["may_run"], rights["may_steer"]) == (True, False)
    assert guarded.client.put("/api/deck", json={"page": 3}).status_code == 403
    assert first_event(guarded)["deck"] != {"page": 3, "clicks": 0}
    assert guarded.client.get("/api/health", headers=TOKEN).json()["may_steer"]
    assert guarded.client.put("/api/deck", json={"page": 3}, headers=TOKEN).status_code == 200
    assert first_event(guarded)["deck"] == {"page": 3, "clicks": 0}


def test_a_position_holds_while_it_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(stage, "time", SimpleNamespace(monotonic=lambda: clock.now))
    bus, there = Bus(), DeckPosition(page=4, clicks=1)
    one = Stage(bus)
    for clock.now in (0.0, 20.0, 40.0):
        one.steer(there)
        assert one.position == there
    assert bus.published == 1  # told again is not moved again
    clock.now += stage.LEASE_S
    assert one.position is None
    one.steer(there)
    assert bus.published == 2
