"""What every answer tells a browser, and how much one client may ask for."""

import socket
from contextlib import ExitStack

import httpx
import pytest

from jaxlive.web.headers import content_security_policy
from tests.forked import small_server
from tests.running import RunningServer, wait_for


def test_every_answer_says_what_a_browser_must_not_do(client: httpx.Client) -> None:
    answers = [
        *(client.get(path) for path in ("/", "/api/health", "/api/nothing", "/api/docs")),
        client.get("/api/openapi.json"), client.get("/api/docs/assets/swagger-ui.css"),
        client.post("/api/runs", json=5), client.head("/"), client.put("/api/runs"),
        client.get("/api/health", headers={"host": "evil.example"}),
    ]  # fmt: skip
    with client.stream("GET", "/api/events") as stream:
        for answer in [*answers, stream]:
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            assert "geolocation=()" in answer.headers["permissions-policy"]
            policy = answer.headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "server" not in answer.headers


def test_the_policy_names_no_host_and_only_the_inline_scripts_that_it_was_given() -> None:
    policy = content_security_policy(["alert(1)"])
    assert "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='" in policy
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe" not in scripts
    assert "http" not in policy
    assert "*" not in policy


def test_headers_without_end_are_refused_and_keep_nobody_waiting(server: RunningServer) -> None:
    with socket.create_connection(("127.0.0.1", httpx.URL(server.url).port or 0), timeout=20) as connection:
        connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 40_000)
        assert b"400" in connection.recv(65536).split(b"\r\n")[0]
    assert server.client.get("/api/health").status_code == 200


@pytest.mark.parametrize("padding", ["X: {}", "X: a\r\nCookie: {}", "X: a\r\n" + "Y: {}\r\n" * 4 + "Z: a"])
def test_a_head_over_the_limit_that_comes_at_once_is_refused(server: RunningServer, padding: str) -> None:
    with socket.create_connection(("127.0.0.1", httpx.URL(server.url).port or 0), timeout=20) as connection:
        lines = padding.format(*["a" * (20_000 // padding.count("{}"))] * 4)
        connection.sendall(f"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n{lines}\r\n\r\n".encode())
        assert b"400" in connection.recv(65536).split(b"\r\n")[0]
    assert server.client.get("/api/health", headers={"x": "a" * 15_000}).status_code == 200


def test_one_address_has_so_many_event_streams_and_no_more() -> None:
    with small_server(stream_limit="3") as server, ExitStack() as streams:
        run = server.client.post("/api/experiments/echo").json()["id"]
        for _ in range(3):
            streams.enter_context(server.client.stream("GET", "/api/events"))
        for path in ("/api/events", f"/api/runs/{run}/events"):
            answer = server.client.get(path)
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) > 0
            assert "JAXLIVE_STREAM_LIMIT" in answer.json()["detail"]
        assert server.client.get("/api/health").status_code == 200
        streams.close()
        wait_for(lambda: server.client.get(f"/api/runs/{run}/events").status_code == 200)
