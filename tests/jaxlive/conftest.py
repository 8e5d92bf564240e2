import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from httpx_sse import connect_sse

from tests.forked import small_server
from tests.running import RunningServer


@pytest.fixture(scope="session")
def server() -> Iterator[RunningServer]:
    with small_server() as running:
        yield running


@pytest.fixture
def at_rest(server: RunningServer) -> RunningServer:
    """The server of all, once a worker and a spare wait for the next click."""
    server.wait_for_spare()
    return server


@pytest.fixture
def client(server: RunningServer) -> httpx.Client:
    return server.client


def events(
    client: httpx.Client, path: str, last_event_id: str | None = None
) -> Iterator[tuple[str, str, Any]]:
    """Id, event and data of a stream."""
    headers = {"Last-Event-ID": last_event_id} if last_event_id else {}
    with connect_sse(client, "GET", path, headers=headers) as stream:
        for message in stream.iter_sse():
            yield message.id, message.event, json.loads(message.data)
