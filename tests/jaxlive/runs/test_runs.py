"""Runs over HTTP: start, wait, list, cancel."""

import asyncio
import time

import httpx

from tests.forked import small_server
from tests.running import RunningServer, wait_for


def test_run_and_wait_returns_the_run(client: httpx.Client) -> None:
    run = client.post("/api/experiments/echo", json={"number": 7}).json()
    assert run["status"] == "done"
    assert run["source"] == "live"
    assert run["problem"] is None
    assert run["position"] is None
    assert run["blocks"] == [{"kind": "note", "text": "number is 7", "nulls": None, "cut": None}]
    assert run["created_at"] <= run["started_at"] <= run["finished_at"]
    assert run["environment"]["versions"]["jax"]
    assert run["environment"]["devices"][0]["kind"] in {"cpu", "gpu"}


def test_a_started_run_is_found_at_its_location(client: httpx.Client) -> None:
    answer = client.post("/api/runs", json={"experiment": "echo", "params": {"number": 2}})
    assert answer.status_code == 202
    assert answer.json()["status"] in {"queued", "running"}
    location = answer.headers["location"]
    wait_for(lambda: client.get(location).json()["status"] == "done")


def test_an_experiment_that_raises_is_a_failed_run(client: httpx.Client) -> None:
    answer = client.post("/api/experiments/crash", json={"how": "raise"})
    assert answer.status_code == 200
    run = answer.json()
    assert run["status"] == "failed"
    assert run["problem"]["title"] == "ZeroDivisionError"
    assert run["problem"]["detail"] == "nothing is divided by zero"
    assert "crash.py" in "".join(run["problem"]["log"])
    assert run["blocks"][0]["text"] == "before"


def test_history_is_newest_first_and_can_be_paged_and_filtered(client: httpx.Client) -> None:
    ids = [client.post("/api/experiments/echo").json()["id"] for _ in range(3)]
    client.post("/api/experiments/crash")
    newest = [run["id"] for run in client.get("/api/runs", params={"experiment": "echo", "limit": 2}).json()]
    assert newest == [ids[2], ids[1]]
    older = client.get("/api/runs", params={"experiment": "echo", "limit": 1, "before": ids[1]}).json()
    assert [run["id"] for run in older] == [ids[0]]
    failed = client.get("/api/runs", params={"status": "failed"}).json()
    assert failed
    assert all(run["status"] == "failed" for run in failed)


def test_what_is_printed_does_not_break_the_protocol(client: httpx.Client) -> None:
    run = client.post("/api/experiments/crash", json={"how": "stdout"}).json()
    assert run["status"] == "done"
    assert run["blocks"][1]["lines"] == ['{"type": "finished"}', "from the file descriptor"]


def test_a_block_over_a_mebibyte_is_cut_and_says_so(client: httpx.Client) -> None:
    run = client.post("/api/experiments/crash", json={"how": "large"}).json()
    flood = run["blocks"][1]
    assert "5,0" in flood["cut"]
    assert 100_000 < len("".join(flood["lines"])) < 2**20


def test_a_queued_run_has_a_position_and_leaves_the_queue_when_cancelled(server: RunningServer) -> None:
    client = server.client
    first = server.start("slow", seconds=30)
    second = server.start("echo")
    third = server.start("echo", number=3)
    waiting = client.get(f"/api/runs/{third}").json()
    assert waiting["position"] == 2
    assert 0 < waiting["wait_s"] < 10
    assert client.delete(f"/api/runs/{second}").json()["status"] == "cancelled"
    assert client.get(f"/api/runs/{third}").json()["position"] == 1
    assert client.delete(f"/api/runs/{first}").json()["status"] == "cancelled"
    wait_for(lambda: client.get(f"/api/runs/{third}").json()["status"] == "done")


def test_the_same_click_while_a_run_is_under_way_joins_it(server: RunningServer) -> None:
    running = server.start("slow", seconds=30)
    assert server.start("slow", seconds=30) == running
    assert server.start("slow", seconds=30, device="auto", how="sleep") == running
    other = server.start("slow", seconds=29)
    assert other != running
    assert server.start("slow", seconds=29) == other
    for run in (running, other):
        server.client.delete(f"/api/runs/{run}")
    again = server.start("slow", seconds=30)
    assert again != running
    server.client.delete(f"/api/runs/{again}")


def test_a_thousand_clicks_on_one_button_are_one_run(server: RunningServer) -> None:
    """All while the first is under way: each gets the answer of that one run."""
    clicks, path = 1000, "/api/experiments/slow"
    limits = httpx.Limits(max_connections=clicks)

    async def storm() -> list[str]:
        async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=limits) as client:
            answers = await asyncio.gather(*(client.post(path, json={"seconds": 10}) for _ in range(clicks)))
        return [answer.text for answer in answers]

    before = len(server.client.get("/api/runs", params={"experiment": "slow", "limit": 200}).json())
    answers = asyncio.run(storm())
    assert len(set(answers)) == 1
    assert '"status":"done"' in answers[0]
    after = len(server.client.get("/api/runs", params={"experiment": "slow", "limit": 200}).json())
    assert after == before + 1


def test_cancelling_twice_or_after_the_end_changes_nothing(server: RunningServer) -> None:
    client = server.client
    run = client.post("/api/experiments/echo").json()
    assert client.delete(f"/api/runs/{run['id']}").json() == run
    slow = server.start("slow")
    assert client.delete(f"/api/runs/{slow}").json() == client.delete(f"/api/runs/{slow}").json()


def test_a_full_queue_and_a_greedy_client_are_told_when_to_come_back() -> None:
    with small_server(queue_limit="3", client_limit="2") as server:
        running = server.start("slow", seconds=30)
        wait_for(lambda: server.client.get(f"/api/runs/{running}").json()["status"] == "running")
        for number in range(2):
            server.start("echo", number=number)
        greedy = server.client.post("/api/runs", json={"experiment": "echo", "params": {"number": 9}})
        assert greedy.status_code == 429
        assert 1 <= int(greedy.headers["retry-after"]) <= 6  # what slow says of itself, and two of echo
        health = server.client.get("/api/health").json()
        assert health["queue"] == {"length": 2, "limit": 3}
    with small_server(queue_limit="1") as server:
        running = server.start("slow", seconds=30)
        wait_for(lambda: server.client.get(f"/api/runs/{running}").json()["status"] == "running")
        server.start("echo")
        full = server.client.post("/api/runs", json={"experiment": "echo", "params": {"number": 9}})
        assert full.status_code == 503
        assert int(full.headers["retry-after"]) >= 1


def test_the_server_answers_while_a_run_lasts(server: RunningServer) -> None:
    client = server.client
    slow = server.start("slow", seconds=30, how="gil")
    began = time.monotonic()
    assert client.get("/api/health").json()["live"]
    assert client.get("/api/experiments").status_code == 200
    assert time.monotonic() - began < 10
    assert client.get(f"/api/runs/{slow}").json()["status"] in {"queued", "running"}
    client.delete(f"/api/runs/{slow}")
