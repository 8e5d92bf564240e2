"""The bus under strain: readers that lag or stop, silence, and the end of the server."""

import asyncio
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import httpx
import psutil
import pytest

from jaxlive.runs import bus
from jaxlive.runs.bus import BACKLOG, PIECE, Bus, Entry
from jaxlive.runs.events import Snapshot
from tests.forked import small_server
from tests.jaxlive.conftest import events
from tests.running import RunningServer

FLOODS = int(os.environ.get("JAXLIVE_SOAK_FLOODS", "48"))
AT_HAND = 9
"""Ended runs that the history keeps in memory, between two prunings."""


async def taken(one: Bus, place: int, enough: int) -> list[bytes]:
    """What a reader gets from `place` on, at most `enough` pieces."""
    got: list[bytes] = []
    async for piece in one.follow(place):
        got.append(bytes(piece))
        if len(got) == enough:
            break
    return got


def test_each_reader_gets_all_in_order() -> None:
    async def story() -> None:
        one = Bus()
        readers = [asyncio.create_task(taken(one, place, 10**6)) for place in (0, 0, 500)]
        entries = [Entry("block", f'{{"number":{number}}}') for number in range(1000)]
        for number, entry in enumerate(entries):
            one.publish(entry)
            if number % 7 == 0:
                await asyncio.sleep(0)
        one.close()
        whole = [b"".join(pieces) for pieces in await asyncio.gather(*readers)]
        assert whole[0] == whole[1] == b"".join(entry.wire() for entry in entries)
        assert whole[2] == b"".join(entry.wire() for entry in entries[500:])
        assert await taken(one, one.published, 1) == []  # who comes after the end

    asyncio.run(story())


def test_a_reader_that_stops_is_sent_away_and_the_backlog_is_bounded_in_bytes() -> None:
    async def story() -> None:
        one, large = Bus(), Entry("block", "x" * 2**20)
        one.publish(large)
        reader = one.follow(0)
        first = await anext(reader)
        for _ in range(100):
            one.publish(large)
        assert one._held <= BACKLOG
        rest = [bytes(piece) async for piece in reader]
        assert bytes(first) + b"".join(rest) == large.wire()  # the event it was in, whole, then the end
        assert max(map(len, rest)) <= PIECE

    asyncio.run(story())


def test_silence_is_filled_with_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "KEEP_ALIVE_S", 0.01)
    assert asyncio.run(taken(Bus(), 0, 3)) == [b": ping\n\n"] * 3


def test_proxies_see_a_comment_every_15_seconds_of_silence(server: RunningServer) -> None:
    run = server.start("slow", seconds=20, how="gil")
    server.wait_for_blocks(run)

    def first_comment(path: str) -> float:
        began = time.monotonic()
        with server.client.stream("GET", path) as stream:
            for line in stream.iter_lines():
                began = time.monotonic() if line.startswith("data:") else began
                if line.startswith(":"):
                    break
        return time.monotonic() - began

    with ThreadPoolExecutor() as pool:
        silences = list(pool.map(first_comment, ["/api/events", f"/api/runs/{run}/events"]))
    server.client.delete(f"/api/runs/{run}")
    assert min(silences) > 14


def slow_window(server: RunningServer) -> socket.socket:
    """A window that has got its snapshot and reads no more."""
    host, port = server.url.rpartition("/")[2].split(":")
    window = socket.socket()
    window.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**16)
    window.settimeout(60)
    window.connect((host, int(port)))
    window.sendall(f"GET /api/events HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    got = b""
    while b"event: snapshot" not in got:
        got += window.recv(1024)
    return window


@pytest.fixture(scope="module")
def own_server() -> Iterator[RunningServer]:
    """It has run nothing before; the last test ends it."""
    with small_server() as running:
        yield running


def test_a_window_that_does_not_read_costs_the_others_nothing(own_server: RunningServer) -> None:
    own_server.client.post("/api/experiments/crash", json={"how": "large"})
    slow = [slow_window(own_server) for _ in range(5)]
    lags: list[float] = []
    begun = threading.Event()
    reader = threading.Thread(target=measure_lags, args=(own_server, begun, lags))
    reader.start()
    assert begun.wait(30)
    before = psutil.Process(own_server.process.pid).memory_info().rss
    for _ in range(FLOODS):
        assert own_server.client.post("/api/experiments/crash", json={"how": "large"}).status_code == 200
    reader.join(30)
    grown = psutil.Process(own_server.process.pid).memory_info().rss - before
    assert len(lags) == FLOODS
    assert max(lags) < 5
    assert grown < BACKLOG + min(FLOODS, AT_HAND) * 4 * 2**20 + 64 * 2**20
    for window in slow:
        assert 0 < rest_of(window) < FLOODS * 2**19
    kind, snapshot = next((kind, data) for _, kind, data in events(own_server.client, "/api/events"))
    assert kind == "snapshot"
    assert [run.experiment for run in Snapshot.model_validate(snapshot).runs] == ["crash"]


def measure_lags(server: RunningServer, begun: threading.Event, lags: list[float]) -> None:
    """Seconds from the end of each run to the window that hears of it."""
    with httpx.Client(base_url=server.url, timeout=60) as window:
        for _, kind, data in events(window, "/api/events"):
            begun.set()
            if kind == "finished":
                ended = datetime.fromisoformat(data["run"]["finished_at"])
                lags.append((datetime.now(UTC) - ended).total_seconds())
            if len(lags) == FLOODS:
                return


def rest_of(window: socket.socket) -> int:
    """Bytes until the server ends a stream, in good order and after a whole event."""
    size, last = 0, b""
    with window:
        while piece := window.recv(2**16):
            size, last = size + len(piece), (last + piece)[-100:]
    assert re.search(rb"\n\n\r\n0\r\n\r\n$", last)
    return size


def test_streams_tell_of_the_servers_end(own_server: RunningServer) -> None:
    run = own_server.start("slow", seconds=60)
    own_server.wait_for_blocks(run)

    def last(path: str) -> Any:
        *_, (_, kind, data) = events(own_server.client, path)
        return kind, data["run"]["id"], data["run"]["problem"]["type"]

    with ThreadPoolExecutor() as pool:
        ends = pool.map(last, ["/api/events", f"/api/runs/{run}/events"])
        time.sleep(1)
        own_server.process.send_signal(signal.SIGTERM)
        assert list(ends) == [("finished", run, "urn:jaxlive:stopped")] * 2
        assert own_server.process.wait(10) in {0, -signal.SIGTERM}
