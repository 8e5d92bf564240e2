"""The presenter's token: who has it runs and cancels, the audience watches."""

import re
import subprocess
from collections.abc import Iterator

import httpx
import pytest

from jaxlive.web.serve import address
from tests.forked import jaxlive, small_server
from tests.jaxlive.conftest import events
from tests.jaxlive.web.test_protection import guarded, refused
from tests.running import RunningServer, free_port

TOKEN = "secret"


@pytest.fixture(scope="module")
def open_server() -> Iterator[RunningServer]:
    """A server that others can reach."""
    with small_server(host="0.0.0.0", token=TOKEN) as running:
        yield running


def a_browser(server: RunningServer) -> httpx.Client:
    return httpx.Client(base_url=server.url, timeout=60)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"authorization": "Bearer wrong"}, 403),
        ({"authorization": "Bearer "}, 403),
        ({"authorization": TOKEN}, 403),
        ({"authorization": f"Basic {TOKEN}"}, 403),
        ({"authorization": f"Bearer {TOKEN}"}, 200),
        ({"authorization": f"bearer {TOKEN}"}, 200),
        ({"cookie": f"jaxlive_token={TOKEN}"}, 200),
        ({"cookie": f"other=a b[c; jaxlive_token={TOKEN}; third={{"}, 200),
        ({"cookie": "jaxlive_token=wrong"}, 403),
        ({"cookie": f"jaxlive_token={TOKEN}", "sec-fetch-site": "cross-site"}, 403),
        ({"cookie": f"jaxlive_token={TOKEN}", "origin": "http://evil.example"}, 403),
    ],
)
def test_the_token_is_asked_for_what_changes_something(headers: dict[str, str], status: int) -> None:
    assert guarded("GET", token=TOKEN) == 200
    for method in ("POST", "DELETE", "PUT"):
        assert guarded(method, headers, token=TOKEN) == status


def test_where_the_audience_may_run_cancelling_stays_the_presenters() -> None:
    assert guarded("POST", token=TOKEN, audience_may_run=True) == 200
    assert guarded("DELETE", token=TOKEN, audience_may_run=True) == 403
    bearer = {"authorization": f"Bearer {TOKEN}"}
    assert guarded("DELETE", bearer, token=TOKEN, audience_may_run=True) == 200


def test_an_empty_token_is_none() -> None:
    assert guarded("POST", token="") == 200


def test_the_audience_sees_everything_and_touches_nothing(open_server: RunningServer) -> None:
    bearer = {"authorization": f"Bearer {TOKEN}"}
    with a_browser(open_server) as audience:
        for attempt in (
            audience.post("/api/experiments/echo"),
            audience.post("/api/runs", json={"experiment": "echo"}),
            audience.delete("/api/runs/none"),
        ):
            assert "?token=" in refused(attempt)
        run = audience.post("/api/runs", json={"experiment": "echo"}, headers=bearer).json()["id"]
        assert [event for _, event, _ in events(audience, f"/api/runs/{run}/events")][-1] == "finished"
        assert next(events(audience, "/api/events"))[1] == "snapshot"
        for path in ("", f"/{run}"):
            assert audience.get(f"/api/runs{path}").status_code == 200
        for path in ("/api/experiments", "/api/environment", "/api/health", "/metrics", "/api/docs"):
            assert audience.get(path).status_code == 200


def test_the_address_with_the_token_signs_a_browser_in(open_server: RunningServer) -> None:
    with a_browser(open_server) as presenter:
        answer = presenter.get("/presenter/2", params={"token": TOKEN, "clicks": "1"})
        assert answer.status_code == 303
        assert answer.headers["location"] == "/presenter/2?clicks=1"
        assert answer.headers["cache-control"] == "no-store"
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"jaxlive_token={TOKEN};")
        attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert attributes == {"httponly", "samesite=strict", "path=/"}
        assert presenter.post("/api/experiments/echo").json()["status"] == "done"


def test_over_https_the_cookie_travels_only_so(open_server: RunningServer) -> None:
    answer = open_server.client.get(
        "/", params={"token": TOKEN}, headers={"x-forwarded-proto": "https"}, follow_redirects=False
    )
    assert "secure" in answer.headers["set-cookie"].lower()
    open_server.client.cookies.clear()


def test_another_token_in_the_address_is_refused(open_server: RunningServer) -> None:
    with a_browser(open_server) as stranger:
        for wrong in ("wrong", "", "é"):
            answer = stranger.get("/", params={"token": wrong})
            refused(answer)
            assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", ["//evil.example", "/%5Cevil.example", "//evil.example/%0d%0aX:1"])
def test_the_way_back_leads_to_this_server(open_server: RunningServer, path: str) -> None:
    with a_browser(open_server) as presenter:
        location = presenter.get(f"{open_server.url}{path}?token={TOKEN}").headers["location"]
    assert re.match(r"/[^/\\]", location)
    assert "\n" not in location


def test_a_server_on_all_addresses_answers_at_the_one_reached_and_under_no_name(
    open_server: RunningServer,
) -> None:
    port = httpx.URL(open_server.url).port or 0
    reached = address("0.0.0.0", port)
    assert "0.0.0.0" not in reached
    assert httpx.get(f"{reached}/api/health").status_code == 200
    assert httpx.get(f"http://127.0.0.2:{port}/api/health").status_code == 200
    refused(httpx.get(f"{reached}/api/health", headers={"host": f"rebound.example:{port}"}))
    refused(httpx.get(f"{reached}/api/health", headers={"host": f"198.51.100.7:{port}"}))


def test_an_address_to_open_has_brackets_where_it_needs_them() -> None:
    assert address("::1", 8000) == "http://[::1]:8000"
    assert address("127.0.0.1", 8000) == "http://127.0.0.1:8000"


def test_beyond_loopback_it_starts_only_with_a_token() -> None:
    for given in ({}, {"JAXLIVE_TOKEN": ""}, {"JAXLIVE_AUDIENCE_MAY_RUN": "true"}):
        ended = started({"JAXLIVE_HOST": "0.0.0.0", **given})
        assert ended.returncode == 2
        assert "JAXLIVE_TOKEN=random" in ended.stderr
        assert "Traceback" not in ended.stderr


def test_a_bad_setting_is_named_and_a_secret_not_shown() -> None:
    ended = started({"JAXLIVE_TOKEN": "two words", "JAXLIVE_PORT": "http"})
    assert ended.returncode == 2
    assert ended.stderr.startswith("JAXLIVE_PORT: ")
    assert "JAXLIVE_TOKEN: " in ended.stderr
    assert "two words" not in ended.stderr
    assert "JSON" in started({"JAXLIVE_ALLOWED_HOSTS": "talk.example"}).stderr


def test_a_random_token_is_printed_once_in_the_address_that_signs_in() -> None:
    with small_server(host="0.0.0.0", token="random") as server:
        line = server.output.read_text().splitlines()[1]
        found = re.search(r"http://[^/]+:\d+/\?token=([\w-]{43})$", line.strip())
        assert found, line
        with a_browser(server) as presenter:
            refused(presenter.post("/api/experiments/echo"))
            refused(presenter.post("/api/experiments/echo", headers={"authorization": "Bearer random"}))
            assert presenter.get(found[0]).status_code == 303
            token = {"authorization": f"Bearer {found[1]}"}
            assert presenter.post("/api/experiments/echo", headers=token).json()["status"] == "done"


def started(settings: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """A server that is expected to refuse to start."""
    return jaxlive("serve", **{"JAXLIVE_PORT": str(free_port())} | settings)
