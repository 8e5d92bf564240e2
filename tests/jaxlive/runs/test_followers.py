"""Runs that nobody follows any more are cancelled after the grace period; others go on."""

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from httpx_sse import connect_sse

from jaxlive.runs.followers import Followers, seconds_alone
from tests.forked import small_server
from tests.running import RunningServer, wait_for

GRACE_S = 1.0


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with small_server(grace_period=str(GRACE_S)) as running:
        yield running


def seen(server: RunningServer, run: str) -> Any:
    """The run, without following it as `GET /api/runs/{id}` would."""
    return next(one for one in server.client.get("/api/runs").json() if one["id"] == run)


def follow_for_a_moment(server: RunningServer, path: str) -> None:
    with connect_sse(server.client, "GET", path) as stream:
        next(stream.iter_sse())


def check_abandoned(server: RunningServer, run: str) -> None:
    wait_for(lambda: seen(server, run)["finished_at"])
    ended = seen(server, run)
    assert ended["status"] == "cancelled"
    assert ended["problem"]["type"] == "urn:jaxlive:abandoned"
    assert "1 s (JAXLIVE_GRACE_PERIOD)" in ended["problem"]["detail"]


def test_runs_are_dropped_when_their_streams_are_left(
    server: RunningServer,
) -> None:
    running, waiting = (server.start("slow", seconds=seconds) for seconds in (50, 51))
    for run in (running, waiting):
        follow_for_a_moment(server, f"/api/runs/{run}/events")
    check_abandoned(server, waiting)
    check_abandoned(server, running)


def test_a_request_that_is_given_up_leaves_no_run(server: RunningServer) -> None:
    with pytest.raises(httpx.ReadTimeout):
        server.client.post("/api/experiments/slow", json={"seconds": 52}, timeout=0.5)
    check_abandoned(server, server.client.get("/api/runs?limit=1").json()[0]["id"])


def test_a_closed_window_leaves_no_run_but_one_that_is_to_be_kept(server: RunningServer) -> None:
    with connect_sse(server.client, "GET", "/api/events") as stream:
        news = stream.iter_sse()  # once it is collected the stream is closed
        next(news)
        kept = {"experiment": "slow", "params": {"seconds": 6}, "keep": True}
        first = server.client.post("/api/runs", json=kept).json()["id"]
        second = server.start("slow", seconds=53)
        next(news)
    check_abandoned(server, second)
    assert seen(server, first)["status"] in {"queued", "running"}
    wait_for(lambda: seen(server, first)["finished_at"])
    assert seen(server, first)["status"] == "done"


def test_a_run_that_was_never_followed_goes_on(server: RunningServer) -> None:
    run = server.start("slow", seconds=3 * GRACE_S)
    wait_for(lambda: seen(server, run)["finished_at"])
    assert seen(server, run)["status"] == "done"


def test_alone_is_who_was_followed_and_is_no_more() -> None:
    began, run, windows = time.monotonic(), Followers(), Followers()
    assert seconds_alone(began, run, windows) == 0
    with run.one():
        assert seconds_alone(began, run, windows) == 0
    time.sleep(0.02)
    assert seconds_alone(began, run, windows) >= 0.02
    with windows.one():
        assert seconds_alone(began, run, windows) == 0
    assert 0 <= seconds_alone(began, run, windows) < 0.02
    assert seconds_alone(time.monotonic(), run, windows) == 0
