"""Runs that misbehave: each ends alone, says why, costs the next click nothing and leaves nothing behind."""

import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from jaxlive.engines.base import Limits
from jaxlive.lab.declare.environment import total_memory
from tests.forked import small_server
from tests.running import RunningServer, alive, wait_for

RUNS = int(os.environ.get("JAXLIVE_SOAK_FAULTS", "4"))
MEMORY, OUTPUT, SILENCE, TIME = 1_500_000_000, 4_000_000, 4, 12
FAULTS = {
    "segfault": ("crash", {"how": "segfault"}, "worker-died", "SIGSEGV"),
    "killed": ("crash", {"how": "killed"}, "worker-died", "SIGKILL, as happens when memory runs out"),
    "exit": ("crash", {"how": "exit"}, "worker-died", "exit code 3"),
    "memory": ("flood", {"what": "memory"}, "memory-limit", f"the limit is {MEMORY:,}"),
    "stdout": ("flood", {"what": "stdout"}, "output-limit", f"the limit is {OUTPUT:,}"),
    "stderr": ("flood", {"what": "stderr"}, "output-limit", f"the limit is {OUTPUT:,}"),
    "blocks": ("flood", {"what": "blocks"}, "output-limit", f"the limit is {OUTPUT:,}"),
    "native loop": ("slow", {"how": "gil", "seconds": 60}, "silent", f"for {SILENCE} s"),
    "stopped": ("crash", {"how": "stopped"}, "silent", f"for {SILENCE} s"),
}


@dataclass(frozen=True)
class Footprint:
    """What a server holds: open files, processes below it, temporary files, bytes of memory."""

    fds: int
    children: int
    files: int
    rss: int

    @classmethod
    def of(cls, server: RunningServer) -> "Footprint":
        process = psutil.Process(server.process.pid)
        files = len(list(Path(tempfile.gettempdir()).rglob("*")))
        children = len(process.children(recursive=True))
        return cls(process.num_fds(), children, files, process.memory_info().rss)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("temporary")
        patch.setenv("TMPDIR", str(folder))
        patch.setattr(tempfile, "tempdir", str(folder))
        with small_server(
            memory_limit=str(MEMORY), output_limit=str(OUTPUT),
            silence_timeout=str(SILENCE), run_timeout=str(TIME),
        ) as running:  # fmt: skip
            yield running


def misbehave(server: RunningServer, fault: str) -> dict[str, Any]:
    """A run that ends badly, and the one after it, by the spare; returns the first."""
    experiment, params, _, _ = FAULTS[fault]
    server.wait_for_spare()
    worker, spare = server.worker_pids()
    run: dict[str, Any] = server.client.post(f"/api/experiments/{experiment}", json=params).json()
    after = server.client.post("/api/experiments/recall").json()
    assert after["blocks"][0]["items"][0]["text"] == str(spare)
    assert not alive(worker)
    return run


@pytest.mark.parametrize("fault", FAULTS)
def test_one_run_ends_and_says_why(server: RunningServer, fault: str) -> None:
    _, _, slug, reason = FAULTS[fault]
    run = misbehave(server, fault)
    assert run["status"] == "failed"
    assert run["problem"]["type"] == f"urn:jaxlive:{slug}"
    assert reason in run["problem"]["detail"]
    assert run["blocks"][0]["kind"] == "note"
    if fault not in {"stderr", "native loop"}:
        assert run["problem"]["log"] == ["last words"]


def test_a_flood_on_stderr_leaves_its_last_lines(server: RunningServer) -> None:
    log = misbehave(server, "stderr")["problem"]["log"]
    assert log[-2] == "flood" * 200
    assert sum(map(len, log)) <= 16 * 1024


def test_an_endless_loop_of_python_is_no_silence_but_ends_by_the_clock(server: RunningServer) -> None:
    run = server.client.post("/api/experiments/flood", json={"what": "loop"}).json()
    assert run["status"] == "timed_out"
    assert f"{TIME} s" in run["problem"]["detail"]
    assert run["problem"]["log"] == ["last words"]


def test_the_children_of_a_worker_that_dies_die_too(server: RunningServer) -> None:
    run = server.client.post("/api/experiments/crash", json={"how": "orphan"}).json()
    assert "exit code 4" in run["problem"]["detail"]
    wait_for(lambda: not alive(int(run["blocks"][1]["text"])))


def test_a_child_that_left_the_group_of_its_worker_holds_nothing_up(server: RunningServer) -> None:
    began = time.monotonic()
    run = server.client.post("/api/experiments/crash", json={"how": "escaped"}).json()
    assert "exit code 4" in run["problem"]["detail"]
    assert time.monotonic() - began < TIME
    os.kill(int(run["blocks"][1]["text"]), signal.SIGKILL)


def test_a_run_that_prints_much_keeps_the_beginning_and_says_so(server: RunningServer) -> None:
    run = server.client.post("/api/experiments/crash", json={"how": "chatty"}).json()
    assert run["status"] == "done"
    assert run["blocks"][1]["lines"][0] == "x"
    assert "2,097,153 bytes" in run["blocks"][1]["cut"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process offer itself")
def test_the_kernel_takes_a_worker_first_when_memory_runs_out(server: RunningServer) -> None:
    for pid in server.worker_pids():
        assert Path(f"/proc/{pid}/oom_score_adj").read_text() == "1000\n"


def test_without_a_setting_a_worker_may_use_most_of_the_machine() -> None:
    assert 0.5 * total_memory() < Limits.of(None, 1, 1).memory < total_memory()


def test_an_honest_long_sleep_is_no_silence(server: RunningServer) -> None:
    run = server.client.post("/api/experiments/slow", json={"seconds": 1.5 * SILENCE}).json()
    assert run["status"] == "done"


@pytest.mark.timeout(60 + 30 * RUNS)
def test_many_runs_that_misbehave_leave_nothing_behind(server: RunningServer) -> None:
    """JAXLIVE_SOAK_FAULTS=200 for the whole."""
    server.wait_for_spare()
    before = Footprint.of(server)
    for count in range(RUNS):
        misbehave(server, list(FAULTS)[count % len(FAULTS)])
    server.wait_for_spare()
    after = Footprint.of(server)
    assert (after.fds, after.children, after.files) == (before.fds, before.children, before.files)
    assert after.rss - before.rss < 300 * 2**20  # the server keeps its last runs at hand, floods too
