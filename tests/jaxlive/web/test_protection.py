"""Strangers: foreign hosts, origins and pages, on every method and route; odd strings."""

import asyncio
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from jaxlive.room.pairing import Remotes
from jaxlive.settings import Settings
from jaxlive.web.protection import Protection, hostname
from tests.running import RunningServer

INJECTIONS = [
    "; touch {}", "$(touch {})", "`touch {}`", "| touch {}", "&& touch {}", "'\"; touch {}; #", "-o {}",
    "../../{}", "{}", "__import__('os').system('touch {}')", "os.system", "tests.faults.crash", "cpu\n",
    "cpu\x00", "%2e%2e%2f", "${{PATH}}",
]  # fmt: skip


def guarded(method: str, headers: dict[str, str] | None = None, **settings: object) -> int:
    """The status that an app behind the protection answers with."""
    app = FastAPI()
    app.add_middleware(Protection, settings=Settings(**settings), remotes=Remotes())  # type: ignore[arg-type]

    @app.api_route("/api/runs", methods=["GET", "POST", "DELETE", "PUT", "PATCH"])
    async def thing() -> None:
        return None

    async def send() -> int:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            return (await client.request(method, "/api/runs", headers=headers)).status_code

    return asyncio.run(send())


def refused(answer: httpx.Response) -> str:
    """The sentence of a 403 in the one shape of all problems."""
    assert answer.status_code == 403, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert {"type", "title", "status", "detail", "instance"} <= problem.keys()
    return str(problem["detail"])


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Method and path of every operation, with names that do not exist."""
    for path, methods in document["paths"].items():
        for method in methods:
            yield method.upper(), re.sub(r"\{\w+\}", "none", path)


def test_every_route_refuses_a_foreign_host_and_a_foreign_origin(client: httpx.Client) -> None:
    routes = list(operations(client.get("/api/openapi.json").json()))
    assert len(routes) > 20
    for method, path in [*routes, ("GET", "/"), ("GET", "/api/docs"), ("GET", "/api/openapi.json")]:
        assert "not served here" in refused(client.request(method, path, headers={"host": "evil.example"}))
        own = f"{client.base_url.host}:{client.base_url.port}"
        for origin in ("http://evil.example", "null", f"http://{own}.evil.example", f"http://evil@{own}"):
            assert "origin" in refused(client.request(method, path, headers={"origin": origin}))


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "127.0.0.1.evil.example", "evil.example:8000", "localhost.evil.example",
        "127.0.0.1..", "", "[", "[::1", "[evil]", "localhost@evil.example", "evil.example@localhost",
        "localhost/x", "localhost:x", "localhost evil.example", "127.0.0.1,evil.example", "0.0.0.0",
        "0.0.0.0:8000", "[::]", "2130706433", "0x7f000001", "127.1", "192.168.1.5", "[::ffff:127.0.0.1]",
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD"])
def test_a_foreign_host_is_refused_on_every_method(host: str, method: str) -> None:
    assert guarded(method, {"host": host}) == 403


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8000", "127.0.0.1", "localhost", "LOCALHOST:1", "localhost.", "localhost.:8000",
        "[::1]:8000", "[0:0:0:0:0:0:0:1]:8000", "127.0.0.1:",
    ],
)  # fmt: skip
def test_loopback_hosts_are_served(host: str) -> None:
    assert guarded("GET", {"host": host}) == 200


@pytest.mark.parametrize("host", ["talk.example", "TALK.example.", "talk.example:80", "[fe80::1]:8000"])
def test_hosts_of_the_settings_are_served(host: str) -> None:
    assert guarded("GET", {"host": host}, allowed_hosts=["Talk.Example", "FE80::0001"]) == 200


def test_a_malformed_or_double_host_is_refused_by_the_running_server(server: RunningServer) -> None:
    for hosts in (["a b"], ["127.0.0.1", "evil.example"], ["evil.example", "127.0.0.1"], []):
        lines = "".join(f"Host: {host}\r\n" for host in hosts)
        with socket.create_connection(
            ("127.0.0.1", httpx.URL(server.url).port or 0), timeout=20
        ) as connection:
            connection.sendall(f"GET /api/health HTTP/1.1\r\n{lines}Connection: close\r\n\r\n".encode())
            assert connection.recv(65536).split()[1] in {b"400", b"403"}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://["},
        {"origin": "127.0.0.1:8000"},
        {"origin": "file://127.0.0.1:8000"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "http://localhost:8000"},
        {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
        {"sec-fetch-site": ""},
        {"sec-fetch-site": "cross-site", "user-agent": "curl/8"},
        {"origin": "http://evil.example", "user-agent": "Fake"},
        {"referer": "http://evil.example/127.0.0.1:8000"},
        {"referer": "http://127.0.0.1:8000.evil.example/"},
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH"])
def test_another_sites_page_may_not_change_anything(method: str, headers: dict[str, str]) -> None:
    assert guarded(method, headers) == 403


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"user-agent": "Mozilla/5.0"},
        {"origin": "http://127.0.0.1:8000"},
        {"origin": "https://127.0.0.1:8000"},
        {"host": "LOCALHOST:8000", "origin": "http://localhost:8000"},
        {"host": "[::1]:8000", "origin": "http://[::1]:8000"},
        {"referer": "http://127.0.0.1:8000/presenter/3"},
        {"referer": "http://127.0.0.1:8000"},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ],
)
def test_own_pages_and_plain_clients_may(headers: dict[str, str]) -> None:
    assert guarded("POST", headers) == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_sites_page_may_link_here_and_load_nothing(site: str) -> None:
    link = {"sec-fetch-site": site, "sec-fetch-mode": "navigate", "referer": "http://evil.example/"}
    assert guarded("GET", link) == 200
    for mode in ("no-cors", "cors", "same-origin"):
        assert guarded("GET", {"sec-fetch-site": site, "sec-fetch-mode": mode}) == 403


def test_no_string_reaches_a_shell_a_path_or_an_import(client: httpx.Client, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    strings = [text.format(trace) for text in INJECTIONS]
    tried = 0
    for experiment in client.get("/api/experiments").json():
        texts = [n for n, schema in experiment["params"]["properties"].items() if schema["type"] == "string"]
        for name in texts:
            for text in strings:
                answer = client.post(f"/api/experiments/{experiment['name']}", json={name: text})
                assert answer.status_code == 422, (experiment["name"], name, text)
                tried += 1
    for text in strings:
        assert client.post("/api/runs", json={"experiment": text}).status_code == 404
        assert client.get("/api/runs", params={"experiment": text}).json() == []
        assert client.get("/api/runs", params={"before": text}).status_code == 404
        for path in (f"/api/experiments/{_quoted(text)}", f"/api/runs/{_quoted(text)}"):
            answer = client.get(path)
            assert answer.status_code == 404 or answer.text == client.get("/").text
    assert tried > 100
    assert not trace.exists()


def _quoted(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode())


def test_a_hostname_has_no_port_and_no_brackets() -> None:
    assert hostname("[::1]:80") == "::1"
    assert hostname("[") == ""
