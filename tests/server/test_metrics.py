"""The figures for Prometheus, read by its own parser."""

import os
import signal

from prometheus_client.parser import text_string_to_metric_families

from tests.running import RunningServer, wait_for


def figures(server: RunningServer) -> dict[str, float]:
    """Samples by name; those with labels added up."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(server.client.get("/metrics").text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def test_runs_their_overhead_and_restarts_are_counted(at_rest: RunningServer) -> None:
    before = figures(at_rest)

    def since() -> dict[str, float]:
        return {name: value - before.get(name, 0.0) for name, value in figures(at_rest).items()}

    for number in range(3):
        at_rest.client.post("/api/experiments/echo", json={"number": number})
    counted = since()
    assert counted["jaxlive_worker_restarts_total"] == 0
    assert counted["jaxlive_runs_total"] == counted["jaxlive_run_seconds_count"] == 3
    assert counted["jaxlive_wait_seconds_count"] == counted["jaxlive_overhead_seconds_count"] == 3
    assert 0 < counted["jaxlive_overhead_seconds_sum"] < counted["jaxlive_run_seconds_sum"]
    assert figures(at_rest)["jaxlive_queue_length"] == 0
    os.kill(at_rest.worker_pids()[0], signal.SIGKILL)
    wait_for(lambda: since()["jaxlive_worker_restarts_total"] == 1)
