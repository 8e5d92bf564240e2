"""Strangers: foreign hosts and origins, and the presenter's token."""

import asyncio

import httpx
import pytest
from fastapi import FastAPI

from server.protection import Protection, hostname
from server.settings import Settings


def guarded(method: str, headers: dict[str, str] | None = None, **settings: object) -> int:
    """The status that an app behind the protection answers with."""
    app = FastAPI()
    app.add_middleware(Protection, settings=Settings(**settings))  # type: ignore[arg-type]

    @app.get("/thing")
    @app.post("/thing")
    async def thing() -> None:
        return None

    async def send() -> int:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            return (await client.request(method, "/thing", headers=headers)).status_code

    return asyncio.run(send())


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "[", "localhost@evil.example"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_a_foreign_host_is_refused_on_every_method(client: httpx.Client, host: str, method: str) -> None:
    answer = client.request(method, "/api/runs", headers={"host": host})
    assert answer.status_code in {400, 403}  # 400: h11 itself refuses a header that is malformed
    if answer.headers.get("content-type") == "application/problem+json":
        assert "not served here" in answer.json()["detail"]


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:1", "[::1]:8000"])
def test_loopback_hosts_are_served(host: str) -> None:
    assert guarded("GET", {"host": host}) == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_foreign_origin_may_not_change_anything(client: httpx.Client, headers: dict[str, str]) -> None:
    answer = client.post("/api/experiments/echo", headers=headers)
    assert answer.status_code == 403
    assert answer.headers["content-type"] == "application/problem+json"
    assert client.delete("/api/runs/none", headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers", [{}, {"origin": "http://127.0.0.1:8000"}, {"sec-fetch-site": "same-origin"}]
)
def test_own_pages_and_plain_clients_may(headers: dict[str, str]) -> None:
    assert guarded("POST", headers) == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"authorization": "Bearer wrong"}, 403),
        ({"authorization": "Bearer secret"}, 200),
        ({"cookie": "jaxlive_token=secret"}, 200),
        ({"cookie": "jaxlive_token=secret", "origin": "http://evil.example"}, 403),
    ],
)
def test_the_token_is_asked_for_what_changes_something(headers: dict[str, str], status: int) -> None:
    assert guarded("GET", headers, token="secret") == 200
    assert guarded("POST", headers, token="secret") == status


def test_a_hostname_has_no_port_and_no_brackets() -> None:
    assert hostname("[::1]:80") == "::1"
    assert hostname("[") == ""
