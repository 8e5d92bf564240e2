"""Runs that outlive their server: killed at any instant, it loses none that it said had ended."""

import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import httpx
import pytest

from server.history import PRUNE_EVERY
from tests.running import ROOT, RunningServer, running_server
from tests.server.conftest import events

KILLS = int(os.environ.get("JAXLIVE_SOAK_KILLS", "3"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite"


def test_a_run_and_its_events_are_the_same_after_a_restart(file: Path) -> None:
    with running_server(history=str(file)) as server:
        run = server.client.post("/api/experiments/echo").json()
        log = list(events(server.client, f"/api/runs/{run['id']}/events"))
        server.process.kill()
    with running_server(history=str(file)) as server:
        assert server.client.get(f"/api/runs/{run['id']}").json() == run
        assert list(events(server.client, f"/api/runs/{run['id']}/events")) == log
        assert list(events(server.client, f"/api/runs/{run['id']}/events", log[1][0])) == log[2:]
        seen = {"Last-Event-ID": log[-1][0]}
        assert server.client.get(f"/api/runs/{run['id']}/events", headers=seen).status_code == 204
        _, kind, snapshot = next(events(server.client, "/api/events"))
        assert (kind, snapshot["runs"]) == ("snapshot", [run])
        again = server.client.post("/api/experiments/echo").json()
        assert [one["id"] for one in server.client.get("/api/runs").json()] == [again["id"], run["id"]]


def test_a_run_that_was_under_way_is_failed_with_the_reason(file: Path) -> None:
    with running_server(history=str(file)) as server:
        running = server.start("slow", seconds=60)
        server.wait_for_blocks(running)
        waiting = server.start("slow", seconds=60)
        server.process.kill()
    with running_server(history=str(file)) as server:
        for run_id in (running, waiting):
            run = server.client.get(f"/api/runs/{run_id}").json()
            assert (run["status"], run["problem"]["type"]) == ("failed", "urn:jaxlive:interrupted")
            assert "run it again" in run["problem"]["detail"]
            told = list(events(server.client, f"/api/runs/{run_id}/events", "17"))
            assert [kind for _, kind, _ in told] == ["finished"]
        assert server.client.get("/api/runs", params={"status": "running"}).json() == []


def test_runs_beyond_the_limit_are_forgotten(file: Path) -> None:
    with running_server(history=str(file), history_limit="3") as server:
        ids = [server.client.post("/api/experiments/echo").json()["id"] for _ in range(30)]
        kept = [run["id"] for run in server.client.get("/api/runs").json()]
    assert kept == ids[: -len(kept) - 1 : -1]
    assert 3 <= len(kept) < 3 + PRUNE_EVERY


def test_a_server_without_a_readable_history_says_so_and_leaves(file: Path) -> None:
    file.write_bytes(b"no database" * 1000)
    ended = subprocess.run(
        [sys.executable, "-m", "server"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
        env=os.environ | {"JAXLIVE_PORT": "0", "JAXLIVE_HISTORY": str(file)},
    )  # fmt: skip
    assert ended.returncode == 1
    assert "cannot be used" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_no_finished_run_is_lost_when_the_server_is_killed_at_any_instant(file: Path) -> None:
    """Runs are clicked without pause; the server is killed in the middle, again and again."""
    told: set[str] = set()
    order = random.Random(0)
    start = partial(running_server, history=str(file), history_limit="1000000")
    for _ in range(KILLS):
        with start() as server:
            clicker = threading.Thread(target=click_until_dead, args=(server, told))
            clicker.start()
            time.sleep(order.uniform(0.05, 1))
            server.process.kill()
            clicker.join()
    with (
        running_server(history=str(file), history_limit="100000") as server,
        closing(sqlite3.connect(file)) as db,
    ):
        kept = {row[0]: json.loads(row[1]) for row in db.execute("SELECT id, run FROM runs")}
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert server.client.get("/api/runs", params={"status": "queued"}).json() == []
    assert told
    assert {run_id for run_id in told if kept[run_id]["status"] == "done"} == told
    assert {run["status"] for run in kept.values()} <= {"done", "failed"}


def click_until_dead(server: RunningServer, told: set[str]) -> None:
    with httpx.Client(base_url=server.url) as client:
        while True:
            try:
                told.add(client.post("/api/experiments/echo").json()["id"])
            except httpx.TransportError:
                return
