"""The figures for Prometheus, read by its own parser."""

import os
import signal
from time import perf_counter

from prometheus_client.parser import text_string_to_metric_families

from server.way import STEPS
from tests.running import RunningServer, running_server, wait_for


def figures(server: RunningServer) -> dict[str, float]:
    """Samples by name; those with labels added up."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(server.client.get("/metrics").text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def steps(server: RunningServer, of: str) -> dict[str, float]:
    """Sum or count of the overhead by step."""
    families = text_string_to_metric_families(server.client.get("/metrics").text)
    samples = (sample for family in families for sample in family.samples)
    name = f"jaxlive_overhead_seconds_{of}"
    return {sample.labels["step"]: sample.value for sample in samples if sample.name == name}


def test_runs_their_overhead_and_restarts_are_counted() -> None:
    with running_server() as server:
        server.wait_for_spare()
        assert figures(server)["jaxlive_worker_restarts_total"] == 0
        start = perf_counter()
        for number in range(3):
            server.client.post("/api/experiments/echo", json={"number": number})
        clicks_s = perf_counter() - start
        after = figures(server)
        assert after["jaxlive_runs_total"] == after["jaxlive_run_seconds_count"] == 3
        assert after["jaxlive_wait_seconds_count"] == 3
        assert steps(server, "count") == dict.fromkeys(STEPS, 3)
        assert min(steps(server, "sum").values()) > 0
        assert sum(steps(server, "sum").values()) < clicks_s
        assert after["jaxlive_queue_length"] == 0
        os.kill(server.worker_pids()[0], signal.SIGKILL)
        wait_for(lambda: figures(server)["jaxlive_worker_restarts_total"] == 1)


def test_a_run_that_failed_or_was_not_waited_for_has_no_answer_among_its_steps(server: RunningServer) -> None:
    before = {"answer": 0.0, "record": 0.0} | steps(server, "count")
    server.client.post("/api/experiments/crash", json={"how": "raise"})
    assert {"answer": 0.0, "record": 0.0} | steps(server, "count") == before
    run = server.start("echo", number=3)
    wait_for(lambda: server.client.get(f"/api/runs/{run}").json()["status"] == "done")
    after = steps(server, "count")
    assert (after.get("answer", 0), after["record"]) == (before["answer"], before["record"] + 1)
