"""The figures for Prometheus, read by its own parser."""

import os
import signal

from prometheus_client.parser import text_string_to_metric_families

from tests.running import RunningServer, running_server, wait_for


def figures(server: RunningServer) -> dict[str, float]:
    """Samples by name; those with labels added up."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(server.client.get("/metrics").text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def test_runs_their_overhead_and_restarts_are_counted() -> None:
    with running_server() as server:
        server.wait_for_spare()
        assert figures(server)["jaxlive_worker_restarts_total"] == 0
        for number in range(3):
            server.client.post("/api/experiments/echo", json={"number": number})
        after = figures(server)
        assert after["jaxlive_runs_total"] == after["jaxlive_run_seconds_count"] == 3
        assert after["jaxlive_wait_seconds_count"] == after["jaxlive_overhead_seconds_count"] == 3
        assert 0 < after["jaxlive_overhead_seconds_sum"] < after["jaxlive_run_seconds_sum"]
        assert after["jaxlive_queue_length"] == 0
        os.kill(server.worker_pids()[0], signal.SIGKILL)
        wait_for(lambda: figures(server)["jaxlive_worker_restarts_total"] == 1)
