"""The figures for Prometheus, read by its own parser."""

import os
import signal
from collections import Counter
from time import perf_counter

from prometheus_client.parser import text_string_to_metric_families

from jaxlive.runs.way import STEPS
from tests.running import RunningServer, wait_for


def figures(server: RunningServer) -> dict[str, float]:
    """Samples by name; those with labels added up."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(server.client.get("/metrics").text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def steps(server: RunningServer, of: str) -> Counter[str]:
    """Sum or count of the overhead by step."""
    families = text_string_to_metric_families(server.client.get("/metrics").text)
    samples = (sample for family in families for sample in family.samples)
    name = f"jaxlive_overhead_seconds_{of}"
    return Counter({sample.labels["step"]: sample.value for sample in samples if sample.name == name})


def test_runs_their_overhead_and_restarts_are_counted(at_rest: RunningServer) -> None:
    before, counts, sums = figures(at_rest), steps(at_rest, "count"), steps(at_rest, "sum")

    def since() -> dict[str, float]:
        return {name: value - before.get(name, 0.0) for name, value in figures(at_rest).items()}

    start = perf_counter()
    for number in range(3):
        at_rest.client.post("/api/experiments/echo", json={"number": number})
    counted = since()
    assert counted["jaxlive_worker_restarts_total"] == 0
    assert counted["jaxlive_runs_total"] == counted["jaxlive_run_seconds_count"] == 3
    assert counted["jaxlive_wait_seconds_count"] == 3
    assert {step: count - counts[step] for step, count in steps(at_rest, "count").items()} == dict.fromkeys(
        STEPS, 3
    )
    spent = [seconds - sums[step] for step, seconds in steps(at_rest, "sum").items()]
    clicks_s = perf_counter() - start  # by now the last answer's step has ended too
    assert min(spent) > 0
    assert sum(spent) < clicks_s
    assert figures(at_rest)["jaxlive_queue_length"] == 0
    at_rest.wait_for_spare()
    os.kill(at_rest.worker_pids()[0], signal.SIGKILL)
    wait_for(lambda: since()["jaxlive_worker_restarts_total"] == 1)


def test_a_run_that_failed_or_was_not_waited_for_has_no_answer_among_its_steps(server: RunningServer) -> None:
    before = steps(server, "count")
    server.client.post("/api/experiments/crash", json={"how": "raise"})
    assert steps(server, "count") == before
    run = server.start("echo", number=3)
    wait_for(lambda: server.client.get(f"/api/runs/{run}").json()["status"] == "done")
    after = steps(server, "count")
    assert (after["answer"], after["record"]) == (before["answer"], before["record"] + 1)
