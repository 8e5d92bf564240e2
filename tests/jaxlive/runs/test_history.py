"""Runs that outlive their server: killed at any instant, it loses none that it said had ended."""

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from jaxlive.runs.bus import Bus
from jaxlive.runs.errors import UnknownName
from jaxlive.runs.history import PRUNE_EVERY, History
from jaxlive.runs.models import Run
from jaxlive.runs.store import Store
from jaxlive.settings import Settings
from jaxlive.web.routes.runs import as_array
from tests.forked import small_server
from tests.jaxlive.conftest import events
from tests.jaxlive.talk.test_live_code import CUBE, TOKEN, ended
from tests.running import ROOT, RunningServer

KILLS = int(os.environ.get("JAXLIVE_SOAK_KILLS", "2"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite"


@dataclass
class Restarted:
    """A server, and what was on its history when the one before it was killed."""

    server: RunningServer
    ended: list[dict[str, Any]]
    log: list[tuple[str, str, Any]]
    interrupted: list[str]


@pytest.fixture(scope="module")
def restarted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Restarted]:
    """After an edit, two runs that ended, the first with its events, and two that were under way."""
    history = str(tmp_path_factory.mktemp("restarted") / "history.sqlite")
    start = partial(small_server, live_code="true", token="secret", history=history)
    with start() as server:
        server.client.headers.update(TOKEN)
        server.client.put("/api/edits/jaxpr", json={"code": CUBE})
        run = server.client.post("/api/experiments/jaxpr").json()
        edited = ended(server, experiment="jaxpr", code=CUBE).model_dump(mode="json")
        log = list(events(server.client, f"/api/runs/{run['id']}/events"))
        running = server.start("slow", seconds=60)
        server.wait_for_blocks(running)
        waiting = server.start("slow", seconds=59)
        server.process.kill()
    with start() as server:
        server.client.headers.update(TOKEN)
        yield Restarted(server, [run, edited], log, [running, waiting])


def test_runs_and_their_events_are_the_same_after_a_restart(restarted: Restarted) -> None:
    client, log = restarted.server.client, restarted.log
    for run in restarted.ended:
        assert client.get(f"/api/runs/{run['id']}").json() == run
    path = f"/api/runs/{restarted.ended[0]['id']}/events"
    assert list(events(client, path)) == log
    assert list(events(client, path, log[1][0])) == log[2:]
    assert client.get(path, headers={"Last-Event-ID": log[-1][0]}).status_code == 204


def test_edits_and_the_latest_runs_are_the_same_after_a_restart(restarted: Restarted) -> None:
    _, kind, snapshot = next(events(restarted.server.client, "/api/events"))
    assert (kind, snapshot["edits"]) == ("snapshot", {"jaxpr": CUBE})
    own, edited = restarted.ended
    latest = {run["id"]: run for run in snapshot["runs"]}
    assert latest.keys() == {own["id"], edited["id"], *restarted.interrupted}
    assert (latest[own["id"]], latest[edited["id"]]) == (own, edited)
    assert (bool(own["edited"]), bool(edited["edited"])) == (False, True)


def test_a_run_that_was_under_way_is_failed_with_the_reason(restarted: Restarted) -> None:
    client = restarted.server.client
    for run_id in restarted.interrupted:
        run = client.get(f"/api/runs/{run_id}").json()
        assert (run["status"], run["problem"]["type"]) == ("failed", "urn:jaxlive:interrupted")
        assert "run it again" in run["problem"]["detail"]
        told = list(events(client, f"/api/runs/{run_id}/events", "17"))
        assert [kind for _, kind, _ in told] == ["finished"]
    assert client.get("/api/runs", params={"status": "running"}).json() == []


def test_the_history_goes_on_after_a_restart(restarted: Restarted) -> None:
    before = [*reversed(restarted.interrupted), *reversed([run["id"] for run in restarted.ended])]
    again = restarted.server.client.post("/api/experiments/echo").json()
    kept = [run["id"] for run in restarted.server.client.get("/api/runs").json()]
    assert kept == [again["id"], *before]


def test_runs_beyond_the_limit_are_forgotten(file: Path) -> None:
    history = History(Settings(history=file, history_limit=3), Bus())
    history.start()
    ids = [f"r{number}" for number in range(2 * PRUNE_EVERY)]
    for run_id in ids:
        run = Run(id=run_id, experiment="jit", params={}, status="queued", created_at=datetime.now(UTC))
        log = history.begin(run, "somebody")
        log.start(None)
        log.finish("done")
    kept = [run.id for run in history.page(limit=1000)]
    history.stop()
    assert kept == ids[: -len(kept) - 1 : -1]
    assert 3 <= len(kept) < 3 + PRUNE_EVERY


def test_a_server_without_a_readable_history_says_so_and_leaves(file: Path) -> None:
    file.write_bytes(b"no database" * 1000)
    ended = subprocess.run(
        [sys.executable, "-m", "jaxlive"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
        env=os.environ | {"JAXLIVE_PORT": "0", "JAXLIVE_HISTORY": str(file)},
    )  # fmt: skip
    assert ended.returncode == 1
    assert "cannot be used" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_no_finished_run_is_lost_when_the_server_is_killed_at_any_instant(file: Path) -> None:
    """Runs are clicked without pause; the server is killed in the middle, again and again."""
    told: set[str] = set()
    order = random.Random(0)
    start = partial(small_server, history=str(file), history_limit="1000000")
    for _ in range(KILLS):
        with start() as server:
            clicker = threading.Thread(target=click_until_dead, args=(server, told))
            clicker.start()
            time.sleep(order.uniform(0.05, 1))
            server.process.kill()
            clicker.join()
    with (
        small_server(history=str(file), history_limit="100000") as server,
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


def filled(file: Path, runs: int) -> History:
    """A history with runs that have ended, whose events are no JSON."""
    store = Store(file)
    for number in range(runs):
        made = datetime(2026, 11, 20, tzinfo=UTC) + timedelta(seconds=number)
        run = Run(id=f"r{number}", experiment="jit", params={"n": number}, status="done", created_at=made)
        store.save(run, run.model_dump_json(), [])
    store.close()
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE runs SET events = 'no JSON'")
    history = History(Settings(history=file), Bus())
    history.start()
    return history


def test_a_page_reads_no_events_and_lets_others_be_served(file: Path) -> None:
    history, turns = filled(file, 200), 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def page() -> list[str]:
        other = asyncio.create_task(others())
        text = "".join([piece async for piece in as_array(history.page(limit=200))])
        other.cancel()
        return [run["id"] for run in json.loads(text)]

    assert asyncio.run(page()) == [f"r{number}" for number in reversed(range(200))]
    assert turns >= 200
    assert [run.id for run in history.page(limit=2, before="r5")] == ["r4", "r3"]
    with pytest.raises(UnknownName):
        history.page(before="none")
    history.stop()


def test_an_empty_page_is_a_list() -> None:
    async def text() -> str:
        return "".join([piece async for piece in as_array([])])

    assert asyncio.run(text()) == "[]"
