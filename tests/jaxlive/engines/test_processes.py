"""Processes: what dies, what replaces it, and that nothing stays behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial

import psutil
import pytest

from tests.forked import small_server
from tests.running import ROOT, SMALL_TALK, RunningServer, alive, state, wait_for


def gone(pid: int) -> bool:
    return not alive(pid)


@pytest.fixture
def own_server() -> Iterator[RunningServer]:
    """For a test that ends it."""
    with small_server() as running:
        running.wait_for_spare()
        yield running


@pytest.fixture(scope="module")
def hasty_server() -> Iterator[RunningServer]:
    """It ends runs after a second."""
    with small_server(run_timeout="1") as running:
        yield running


@pytest.mark.parametrize("how", ["sleep", "gil"])
def test_cancel_kills_the_process_and_the_spare_runs_next(at_rest: RunningServer, how: str) -> None:
    client = at_rest.client
    worker, spare = at_rest.worker_pids()
    run = at_rest.start("slow", seconds=30, how=how)
    at_rest.wait_for_blocks(run)
    assert client.delete(f"/api/runs/{run}").json()["status"] == "cancelled"
    assert not alive(worker)
    assert at_rest.worker_pids()[0] == spare
    assert client.post("/api/experiments/echo").json()["status"] == "done"
    wait_for(lambda: len(at_rest.worker_pids()) == 2)


@pytest.mark.parametrize(
    ("how", "reason", "log"), [("segfault", "SIGSEGV", ["last words"]), ("exit", "exit code 3", [])]
)
def test_a_crash_ends_one_run_and_names_its_cause(
    server: RunningServer, how: str, reason: str, log: list[str]
) -> None:
    run = server.client.post("/api/experiments/crash", json={"how": how}).json()
    assert run["status"] == "failed"
    assert reason in run["problem"]["detail"]
    assert run["problem"]["log"][: len(log)] == log
    assert run["blocks"][0]["text"] == "before"
    assert server.client.post("/api/experiments/echo").json()["status"] == "done"


def test_nonsense_from_a_worker_ends_one_run_and_not_the_queue(server: RunningServer) -> None:
    run = server.client.post("/api/experiments/crash", json={"how": "protocol"}).json()
    assert run["status"] == "failed"
    assert run["problem"]["type"] == "urn:jaxlive:protocol-broken"
    assert "nonsense" in run["problem"]["detail"]
    assert server.client.post("/api/experiments/echo").json()["status"] == "done"


def test_a_worker_killed_from_outside_is_replaced(at_rest: RunningServer) -> None:
    worker, spare = at_rest.worker_pids()
    os.kill(worker, signal.SIGKILL)
    wait_for(lambda: worker not in at_rest.worker_pids())
    assert at_rest.worker_pids()[0] == spare
    assert at_rest.client.post("/api/experiments/echo").json()["status"] == "done"
    run = at_rest.start("slow", seconds=30)
    at_rest.wait_for_blocks(run)
    os.kill(at_rest.busy_pid(), signal.SIGKILL)
    wait_for(lambda: at_rest.client.get(f"/api/runs/{run}").json()["status"] == "failed")
    assert "SIGKILL" in at_rest.client.get(f"/api/runs/{run}").json()["problem"]["detail"]


def test_workers_killed_from_outside_cost_no_run_that_comes_later(at_rest: RunningServer) -> None:
    pids = at_rest.worker_pids()
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    wait_for(lambda: at_rest.states()[:1] == ["starting"])
    starting = at_rest.worker_pids()[0]
    os.kill(starting, signal.SIGKILL)
    wait_for(lambda: not alive(starting))
    runs = [at_rest.client.post("/api/experiments/echo", json={"number": n}).json() for n in range(5)]
    assert [run["status"] for run in runs] == ["done"] * 5


def test_a_spare_that_starts_stands_still_while_a_run_is_timed(at_rest: RunningServer) -> None:
    first = at_rest.start("slow", seconds=30)
    at_rest.wait_for_blocks(first)
    at_rest.client.delete(f"/api/runs/{first}")
    second = at_rest.start("slow", seconds=30)
    at_rest.wait_for_blocks(second)
    wait_for(lambda: len(at_rest.worker_pids()) == 2)
    spare = at_rest.worker_pids()[1]
    wait_for(lambda: state(spare) == psutil.STATUS_STOPPED)
    at_rest.client.delete(f"/api/runs/{second}")
    assert at_rest.client.post("/api/experiments/echo").json()["status"] == "done"


def test_a_spare_that_became_ready_just_as_a_run_began_goes_on_after_it() -> None:
    command = [sys.executable, "-m", "tests.jaxlive.engines.ready_spare"]
    after = subprocess.run(
        command, cwd=ROOT, env=os.environ | SMALL_TALK, capture_output=True, text=True, check=True
    )
    assert after.stdout.strip() not in {"", psutil.STATUS_STOPPED}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_stops_at_once_with_a_run_and_a_stream_open(
    own_server: RunningServer, number: signal.Signals
) -> None:
    pids = own_server.worker_pids()
    run = own_server.start("slow", seconds=30, how="gil")
    own_server.wait_for_blocks(run)
    with own_server.client.stream("GET", "/api/events") as stream:
        lines = stream.iter_lines()
        assert next(lines) == "event: snapshot"
        began = time.monotonic()
        own_server.process.send_signal(number)
        last = [line for line in lines if line.startswith("data: ")][-1]
    assert "The server was stopped" in last
    own_server.process.wait(20)
    assert "Traceback" not in own_server.output.read_text()
    assert time.monotonic() - began < 10
    assert not any(alive(pid) for pid in pids)


def test_nothing_outlives_a_server_that_is_killed(own_server: RunningServer) -> None:
    """No worker in native code, no spare that stands still, no template."""
    os.kill(own_server.worker_pids()[0], signal.SIGKILL)  # the click after it is served by the spare
    run = own_server.start("slow", seconds=30, how="gil")
    own_server.wait_for_blocks(run)
    wait_for(lambda: len(own_server.worker_pids()) == 2)
    pids = own_server.worker_pids()
    wait_for(lambda: state(pids[1]) == psutil.STATUS_STOPPED)
    family = {child.pid for child in psutil.Process(own_server.process.pid).children(recursive=True)}
    assert family.issuperset(pids)
    assert len(family) > len(pids) or sys.platform != "linux"
    own_server.process.kill()
    wait_for(lambda: not any(alive(pid) for pid in family), 20)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process that stands still")
def test_a_worker_stopped_right_after_its_start_dies_with_its_server() -> None:
    command = [sys.executable, "-m", "tests.jaxlive.engines.paused_orphan"]
    killed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    wait_for(lambda: not alive(int(killed.stdout)), 20)


def test_an_experiment_with_an_environment_has_a_process_of_its_own(at_rest: RunningServer) -> None:
    client, pool = at_rest.client, at_rest.worker_pids()
    first, second = (client.post("/api/experiments/apart").json() for _ in range(2))
    for run in (first, second):
        assert run["status"] == "done"
        variable, pid = run["blocks"][0]["items"]
        assert variable["text"] == "yes"
        wait_for(partial(gone, int(pid["text"])), 10)
    assert first["blocks"][0]["items"][1] != second["blocks"][0]["items"][1]
    assert at_rest.worker_pids() == pool


def test_cancel_kills_a_process_of_its_own_and_no_other(at_rest: RunningServer) -> None:
    client, pool = at_rest.client, at_rest.worker_pids()
    run = at_rest.start("apart", seconds=60)
    at_rest.wait_for_blocks(run)
    (own,) = set(at_rest.worker_pids()) - set(pool)
    assert client.delete(f"/api/runs/{run}").json()["status"] == "cancelled"
    assert not alive(own)
    assert at_rest.worker_pids() == pool
    starting = at_rest.start("apart", seconds=60)
    wait_for(lambda: len(at_rest.worker_pids()) == 3)
    assert client.delete(f"/api/runs/{starting}").json()["status"] == "cancelled"
    assert client.post("/api/experiments/echo").json()["status"] == "done"


@pytest.mark.parametrize("experiment", ["apart", "slow"])
def test_a_run_over_its_time_costs_its_own_worker_and_no_other(
    hasty_server: RunningServer, experiment: str
) -> None:
    hasty_server.wait_for_spare()
    worker, spare = hasty_server.worker_pids()
    run = hasty_server.client.post(f"/api/experiments/{experiment}", json={"seconds": 60}).json()
    assert run["status"] == "timed_out"
    assert alive(spare)
    assert alive(worker) == (experiment == "apart")
    assert hasty_server.worker_pids()[0] == (worker if experiment == "apart" else spare)


def test_a_run_over_its_time_is_killed_also_in_native_code(hasty_server: RunningServer) -> None:
    (worker, *_) = hasty_server.worker_pids()
    run = hasty_server.client.post("/api/experiments/slow", json={"how": "gil", "seconds": 30}).json()
    assert run["status"] == "timed_out"
    assert "1 s" in run["problem"]["detail"]
    assert not alive(worker)
    assert hasty_server.client.post("/api/experiments/echo").json()["status"] == "done"


def test_a_cancel_before_there_is_a_process_cancels_and_kills_no_other(at_rest: RunningServer) -> None:
    pool = at_rest.worker_pids()
    for _ in range(5):
        run = at_rest.start("apart", seconds=60)
        assert at_rest.client.delete(f"/api/runs/{run}").json()["status"] == "cancelled"
        assert at_rest.worker_pids() == pool
