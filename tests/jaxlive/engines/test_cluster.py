"""A Ray cluster of two nodes on this machine: runs side by side, shared processors told, a node that dies."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cluster import RunningCluster, running_cluster
from tests.forked import small_server
from tests.jaxlive.engines.fake_worker import until
from tests.running import ROOT, RunningServer, wait_for


@pytest.fixture(scope="module")
def cluster() -> Iterator[RunningCluster]:
    with running_cluster(2) as running:
        yield running


@pytest.fixture(scope="module")
def server(cluster: RunningCluster) -> Iterator[RunningServer]:
    with small_server(engine="ray", ray_address=cluster.address) as running:
        yield running


def ended(server: RunningServer, run: str) -> dict[str, Any]:
    wait_for(lambda: server.client.get(f"/api/runs/{run}").json()["finished_at"])
    answer: dict[str, Any] = server.client.get(f"/api/runs/{run}").json()
    return answer


def at_a_time(runs: list[dict[str, Any]]) -> list[int]:
    """How many runs were under way whenever one of them began."""
    return [sum(run["started_at"] <= at["started_at"] < run["finished_at"] for run in runs) for at in runs]


def test_two_runs_at_a_time_which_say_that_they_share_the_processors(server: RunningServer) -> None:
    assert len(server.client.get("/api/health").json()["workers"]) == 2
    runs = [ended(server, run) for run in [server.start("slow", seconds=2 + n / 100) for n in range(4)]]
    assert [run["status"] for run in runs] == ["done"] * 4
    assert max(at_a_time(runs)) == 2
    assert all(run["environment"]["neighbours"] for run in runs)
    alone = server.client.post("/api/experiments/echo").json()
    assert alone["environment"]["neighbours"] == 0


def test_a_node_that_dies_fails_its_run_alone_and_another_serves_the_next(
    server: RunningServer, cluster: RunningCluster
) -> None:
    runs = [server.start("slow", seconds=8 + n / 100) for n in range(2)]
    for run in runs:
        server.wait_for_blocks(run)
    cluster.kill_node()
    ends = [ended(server, run) for run in runs]
    assert sorted(run["status"] for run in ends) == ["done", "failed"]
    (failed,) = [run for run in ends if run["status"] == "failed"]
    assert failed["problem"]["type"] == "urn:jaxlive:worker-died"
    assert server.client.post("/api/experiments/echo").json()["status"] == "done"
    wait_for(lambda: len(server.client.get("/api/health").json()["workers"]) == 1)


def test_a_cluster_that_cannot_be_joined_is_said_until_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    from jaxlive.engines import ray

    def refused(_: str | None) -> None:
        raise ConnectionError("nobody listens")

    async def scene() -> None:
        engine = ray.RayEngine("192.0.2.1:6379")
        await engine.start()
        await until(lambda: engine.failures, 1_000_000)
        assert engine.failures == {"cluster": "nobody listens"}
        await engine.stop()

    monkeypatch.setattr(ray, "connect", refused)
    asyncio.run(scene())


def test_without_ray_the_server_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nold = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'ray' else old(name, package)\n"
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "main.py", "serve", "--engine", "ray", "--port", "0"]
    asked = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (asked.returncode, "pip install" in asked.stderr) == (2, True), asked.stderr


def test_live_code_is_refused_where_nothing_contains_it() -> None:
    command = [sys.executable, "main.py", "serve", "--engine", "ray", "--live-code", "--port", "0"]
    asked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (asked.returncode, "--engine local" in asked.stderr) == (2, True), asked.stderr
