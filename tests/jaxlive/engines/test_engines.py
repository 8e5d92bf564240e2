"""What holds for every engine: values, streams, cancels, crashes, limits, one run for all who ask."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.forked import small_server
from tests.jaxlive.conftest import events
from tests.running import RunningServer

TIMEOUTS = {"local": "10", "ray": "20"}
"""Ray starts a process for most runs."""


@pytest.fixture(scope="module", params=TIMEOUTS)
def server(request: pytest.FixtureRequest) -> Iterator[RunningServer]:
    timeout = TIMEOUTS[request.param]
    with small_server(engine=request.param, run_timeout=timeout, output_limit="1000000") as running:
        yield running


def echo(server: RunningServer) -> dict[str, Any]:
    run: dict[str, Any] = server.client.post("/api/experiments/echo", json={"number": 7}).json()
    return run


def test_a_run_gives_its_values_and_names_its_machine(server: RunningServer) -> None:
    run = echo(server)
    assert (run["status"], run["problem"]) == ("done", None)
    assert [block["text"] for block in run["blocks"]] == ["number is 7"]
    assert run["environment"]["devices"][0]["kind"]
    assert run["environment"]["neighbours"] == 0


def test_a_real_experiment_gives_the_same(server: RunningServer) -> None:
    run = server.client.post("/api/experiments/grad").json()
    assert run["status"] == "done", run["problem"]
    assert {"program", "values"} <= {block["kind"] for block in run["blocks"]}


def test_blocks_come_while_it_runs(server: RunningServer) -> None:
    run = server.start("slow", seconds=2)
    arrived = [(kind, time.monotonic()) for _, kind, _ in events(server.client, f"/api/runs/{run}/events")]
    kinds = [kind for kind, _ in arrived]
    assert kinds[-1] == "finished"
    first = kinds.index("block")
    assert arrived[-1][1] - arrived[first][1] > 1


def test_what_is_printed_is_part_of_the_run(server: RunningServer) -> None:
    run = server.client.post("/api/experiments/crash", json={"how": "stdout"}).json()
    assert run["status"] == "done"
    assert "from the file descriptor" in str(run["blocks"])


def test_a_cancel_ends_native_code_that_holds_the_interpreter(server: RunningServer) -> None:
    run = server.start("slow", seconds=60, how="gil")
    server.wait_for_blocks(run)
    began = time.monotonic()
    assert server.client.delete(f"/api/runs/{run}").json()["status"] == "cancelled"
    assert time.monotonic() - began < 10
    assert echo(server)["status"] == "done"


@pytest.mark.parametrize("how", ["segfault", "exit", "killed"])
def test_a_crash_ends_that_run_alone(server: RunningServer, how: str) -> None:
    run = server.client.post("/api/experiments/crash", json={"how": how}).json()
    assert (run["status"], run["problem"]["type"]) == ("failed", "urn:jaxlive:worker-died")
    assert echo(server)["status"] == "done"


def test_an_exception_is_told_with_its_traceback(server: RunningServer) -> None:
    problem = server.client.post("/api/experiments/crash").json()["problem"]
    assert (problem["title"], problem["detail"]) == ("ZeroDivisionError", "nothing is divided by zero")
    assert "ZeroDivisionError" in problem["log"][-1]


def test_a_flood_of_blocks_is_ended(server: RunningServer) -> None:
    run = server.client.post("/api/experiments/flood", json={"what": "blocks"}).json()
    assert (run["status"], run["problem"]["type"]) == ("failed", "urn:jaxlive:output-limit")
    assert echo(server)["status"] == "done"


def test_a_run_that_takes_too_long_is_ended(server: RunningServer) -> None:
    run = server.client.post("/api/experiments/slow", json={"seconds": 60}, timeout=120).json()
    assert run["status"] == "timed_out"
    assert echo(server)["status"] == "done"


def test_an_experiment_gets_its_own_environment(server: RunningServer) -> None:
    run = server.client.post("/api/experiments/apart").json()
    assert run["blocks"][0]["items"][0]["text"] == "yes"


def test_the_same_clicks_share_a_run(server: RunningServer) -> None:
    with ThreadPoolExecutor(20) as clients:
        (run,) = set(clients.map(lambda _: server.start("slow", seconds=60), range(20)))
    assert server.client.delete(f"/api/runs/{run}").json()["status"] == "cancelled"
