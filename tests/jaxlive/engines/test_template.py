"""The template: workers come from it, serve one run each, and do without it while there is none."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

import psutil
import pytest

from jaxlive.lab.declare.experiment import experiments
from tests.forked import small_server
from tests.running import ROOT, SMALL_TALK, RunningServer, wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere workers are started, not forked")


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with small_server() as running:
        running.wait_for_spare()
        yield running


def children(server: RunningServer, module: str) -> list[int]:
    """The server's children that were started as this module; a forked one has the words of its template."""
    found = []
    for child in psutil.Process(server.process.pid).children():
        with suppress(psutil.NoSuchProcess):  # a zombie is one of those
            found += [child.pid] if child.cmdline()[-1:] == [module] else []
    return found


def template(server: RunningServer) -> int:
    """The process that is no worker."""
    wait_for(lambda: set(children(server, "jaxlive.template")) - set(server.worker_pids()))
    (found,) = set(children(server, "jaxlive.template")) - set(server.worker_pids())
    return found


def recall(server: RunningServer) -> dict[str, str]:
    run = server.client.post("/api/experiments/recall").json()
    return {item["name"]: item["text"] for item in run["blocks"][0]["items"]}


def test_each_run_has_a_process_of_its_own_that_remembers_nothing(server: RunningServer) -> None:
    told = [recall(server) for _ in range(4)]
    assert [one["runs"] for one in told] == ["1"] * 4
    assert len({one["pid"] for one in told}) == 4
    assert len({one["drawn"] for one in told}) == 4


def test_the_spare_that_was_ready_before_the_click_serves_it(server: RunningServer) -> None:
    server.wait_for_spare()
    ready = server.worker_pids()
    assert int(recall(server)["pid"]) in ready


def test_workers_are_children_of_the_server_and_forked(server: RunningServer) -> None:
    server.wait_for_spare()
    assert set(server.worker_pids()) < set(children(server, "jaxlive.template"))


def test_no_run_leaves_a_zombie(server: RunningServer) -> None:
    for _ in range(3):
        recall(server)
    server.client.post("/api/experiments/crash", json={"how": "orphan"})
    server.wait_for_spare()
    family = psutil.Process(server.process.pid)

    def none() -> bool:
        return psutil.STATUS_ZOMBIE not in [child.status() for child in family.children(recursive=True)]

    wait_for(none, 10)


def test_a_template_that_dies_costs_no_run_and_is_started_again(server: RunningServer) -> None:
    run = server.start("slow", seconds=2)
    server.wait_for_blocks(run)
    first = template(server)
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: server.client.get(f"/api/runs/{run}").json()["finished_at"])
    assert server.client.get(f"/api/runs/{run}").json()["status"] == "done"
    assert server.client.get("/api/health").json()["ready"]
    told = [recall(server) for _ in range(3)]  # more than were ready: one was started
    assert told[-1]["pid"]
    second = template(server)
    assert second != first

    def forked_again() -> bool:
        server.wait_for_spare()
        return {recall(server)["runs"] for _ in range(3)} == {"1"}

    wait_for(forked_again)
    assert "template" in server.output.read_text()


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        ("threading.Thread(target=time.sleep, args=(60,), daemon=True, name='spoiler').start()", "spoiler"),
        ("jax.devices()", "backend started: True"),
    ],
)
def test_it_refuses_to_fork_beside_a_thread_or_a_backend(spoilt: str, told: str) -> None:
    code = "import threading, time, jax; from jaxlive import template; template.load()\n"
    command = [sys.executable, "-c", f"{code}{spoilt}\ntemplate.check()"]
    ended = subprocess.run(
        command, cwd=ROOT, env=os.environ | SMALL_TALK, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert told in ended.stderr
    assert "Unforkable" in ended.stderr


def test_everything_that_this_talks_experiments_import_when_they_run_is_there_and_it_can_fork() -> None:
    names = sorted({name for one in experiments().values() for name in one.needs})
    code = "import sys; from jaxlive import template; template.load(); template.check(); "
    code += f"print(set({names}) - set(sys.modules))"
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "set()"


@pytest.mark.parametrize(("scene", "told"), [("unwanted", "[0, 0]"), ("paused", "0, then ready")])
def test_without_an_engine(scene: str, told: str) -> None:
    """A worker that nobody waits for any more leaves nothing; no template starts beside a timed run."""
    command = [sys.executable, "-m", "tests.jaxlive.engines.template_alone", scene]
    ended = subprocess.run(
        command, cwd=ROOT, env=os.environ | SMALL_TALK, capture_output=True, text=True, check=True
    )
    assert ended.stdout.strip() == told, ended.stderr
