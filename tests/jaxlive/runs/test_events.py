"""Event streams: order, resume, end, and the bus that mirrors all runs to all windows."""

import random
import threading
from itertools import islice
from typing import Any

import httpx

from tests.forked import small_server
from tests.jaxlive.conftest import events
from tests.running import RunningServer


def test_a_run_tells_its_story_in_order(server: RunningServer) -> None:
    client = server.client
    story = list(events(client, f"/api/runs/{server.start('slow', seconds=0.5)}/events"))
    assert [int(key) for key, _, _ in story] == list(range(len(story)))
    kinds = [kind for _, kind, _ in story]
    assert kinds == ["queued", "started", "block", "block", *["append"] * 10, "finished"]
    assert all(data["type"] == kind for _, kind, data in story)
    assert story[-1][2]["run"]["status"] == "done"


def test_a_stream_resumes_after_the_last_event_seen(server: RunningServer) -> None:
    client = server.client
    run = server.start("slow", seconds=0.2)
    path = f"/api/runs/{run}/events"
    whole = list(events(client, path))
    assert list(events(client, path, last_event_id="5")) == whole[6:]
    assert list(events(client, path)) == whole
    ended = client.get(path, headers={"Last-Event-ID": whole[-1][0]})
    assert ended.status_code == 204
    assert ended.content == b""


def test_a_stream_resumed_at_the_newest_event_waits_for_the_next(server: RunningServer) -> None:
    path = f"/api/runs/{server.start('slow', seconds=8)}/events"
    seen = [key for key, _, _ in islice(events(server.client, path), 4)]
    rest = [key for key, _, _ in events(server.client, path, last_event_id=seen[-1])]
    assert [int(key) for key in (*seen, *rest)] == list(range(len(seen) + len(rest)))


def test_the_events_of_a_run_add_up_to_the_run(server: RunningServer) -> None:
    client = server.client
    run = server.start("slow", seconds=0.2)
    blocks: list[Any] = []
    for _, kind, data in events(client, f"/api/runs/{run}/events"):
        if kind == "block":
            blocks[data["index"] : data["index"] + 1] = [data["block"]]
        elif kind == "append":
            blocks[data["index"]]["points"] += data["points"]
    assert blocks == client.get(f"/api/runs/{run}").json()["blocks"]
    assert len(blocks[1]["points"]) == 10


def test_a_stream_cut_anywhere_goes_on_where_it_stopped() -> None:
    cuts = random.Random(0)
    with small_server(output_limit="600000") as server:
        path = f"/api/runs/{server.start('flood', what='blocks')}/events"
        pieced: list[str] = []
        connections = 0
        while not (pieced and "event: finished" in pieced[-1]):
            pieced += read_some(server, path, len(pieced), cuts.randrange(1, 100_000))
            connections += 1
        whole = read_some(server, path, 0, 10**9)
    assert len(whole) > 1000
    assert connections > 5
    assert pieced == whole
    assert [f"id: {number}" for number in range(len(whole))] == [one.splitlines()[-1] for one in whole]


def read_some(server: RunningServer, path: str, start: int, size: int) -> list[str]:
    """The events from `start` on that arrive whole in `size` characters; then the connection is cut."""
    headers = {"Last-Event-ID": str(start - 1)} if start else {}
    got = ""
    with server.client.stream("GET", path, headers=headers) as stream:
        assert stream.status_code == 200
        for piece in stream.iter_text():
            got += piece
            if len(got) >= size:
                got = got[:size]
                break
    return [one for one in got.split("\n\n")[:-1] if not one.startswith(":")]


def watch(server: RunningServer, run: str, begun: threading.Event, seen: list[tuple[str, Any]]) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as window:
        for _, kind, data in events(window, "/api/events"):
            seen.append((kind, data))
            begun.set()
            if kind == "finished" and (not run or data["run"]["id"] == run):
                return


def test_every_window_sees_every_run(server: RunningServer) -> None:
    windows: list[list[tuple[str, Any]]] = [[], [], []]
    threads = []
    for seen in windows:
        begun = threading.Event()
        threads.append(threading.Thread(target=watch, args=(server, "", begun, seen)))
        threads[-1].start()
        assert begun.wait(30)
    run = server.start("slow", seconds=0.5)
    for thread in threads:
        thread.join(60)
    stories = [[entry for entry in seen if entry[0] != "snapshot"] for seen in windows]
    assert stories[0] == stories[1] == stories[2]
    assert stories[0][-1][1]["run"]["id"] == run


def test_a_late_window_gets_the_run_so_far_and_the_rest(server: RunningServer) -> None:
    client = server.client
    run = server.start("slow", seconds=2)
    for _, kind, _ in events(client, f"/api/runs/{run}/events"):
        if kind == "append":
            break
    seen: list[tuple[str, Any]] = []
    watch(server, run, threading.Event(), seen)
    assert seen[0][0] == "snapshot"
    (known,) = [one for one in seen[0][1]["runs"] if one["id"] == run]
    points = known["blocks"][1]["points"]
    assert 1 <= len(points) < 10
    points += [point for kind, data in seen if kind == "append" for point in data["points"]]
    assert points == client.get(f"/api/runs/{run}").json()["blocks"][1]["points"]


def test_a_window_that_closes_takes_nothing_with_it(server: RunningServer) -> None:
    client = server.client
    run = server.start("slow", seconds=1)
    for _, kind, _ in events(client, f"/api/runs/{run}/events"):
        if kind == "started":
            break
    *_, (_, last, _) = events(client, f"/api/runs/{run}/events")
    assert last == "finished"
    assert client.get(f"/api/runs/{run}").json()["status"] == "done"
