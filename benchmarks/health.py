"""Whether the server answers while the largest `jit` runs."""

import time
from time import perf_counter

import httpx

from benchmarks.report import row, table
from tests.running import running_server, wait_for

SECONDS = 20


def health_while_running() -> str:
    """GET /api/health every 20 ms, idle and then during `jit` with its largest array."""
    with running_server() as server:
        server.wait_for_spare()
        idle = sample(server.client, SECONDS)
        parameters = server.client.get("/api/experiments/jit").json()["params"]["properties"]
        largest = parameters["array_length"]["maximum"]
        run = server.start("jit", array_length=largest)
        wait_for(lambda: server.client.get(f"/api/runs/{run}").json()["status"] == "running")
        busy = sample(server.client, SECONDS)
        status = server.client.get(f"/api/runs/{run}").json()["status"]
        server.client.delete(f"/api/runs/{run}")
    return table(
        f"GET /api/health beside jit with {largest:,} elements",
        [row("idle", idle), row(f"running ({status} after {SECONDS} s)", busy)],
    )


def sample(client: httpx.Client, seconds: float) -> list[float]:
    """Seconds of each answer."""
    samples, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        start = perf_counter()
        client.get("/api/health").raise_for_status()
        samples.append(perf_counter() - start)
        time.sleep(0.02)
    return samples
