"""What Ray costs beside the local engine, and how runs of several devices add up."""

import time
from functools import partial

from benchmarks.click import cancel_and_run, seconds
from benchmarks.report import row, section, table
from tests.cluster import running_cluster
from tests.running import RunningServer, running_server, wait_for

CLICKS, KILLS, SLEEPERS = 200, 5, 8
SLEEP_S = 1.0
DEVICES = (1, 2, 4, 8)


def engines() -> str:
    """All figures of the engines."""
    return "\n".join([beside_local(), devices()])


def beside_local() -> str:
    """A trivial run, and the first result after a kill, by either engine."""
    rows = []
    for engine in ("local", "ray"):
        with running_server(engine=engine) as server:
            settle(server)
            trivial = partial(server.client.post, "/api/experiments/echo")
            clicks = [seconds(trivial) for _ in range(CLICKS)][20:]
            kills = [seconds(partial(cancel_and_run, server, running(server))) for _ in range(KILLS)]
        rows += [
            row(f"{engine}: POST of a trivial run", clicks),
            row(f"{engine}: kill to next result", kills),
        ]
    return table("Ray beside the local engine", rows)


def running(server: RunningServer) -> str:
    """A run that holds the interpreter, with all spares ready."""
    settle(server)
    run = server.start("slow", seconds=30, how="gil")
    server.wait_for_blocks(run)
    return run


def settle(server: RunningServer) -> None:
    """Wait until nothing starts any more."""
    wait_for(lambda: set(server.states()) == {"idle"})
    time.sleep(10)


def devices() -> str:
    """Sleeping runs on clusters of nodes with a processor each: how near they come to all at once."""
    rows = []
    for nodes in DEVICES:
        with (
            running_cluster(nodes) as there,
            running_server(engine="ray", ray_address=there.address) as server,
        ):
            settle(server)
            took = sleep_all(server)
        ideal = SLEEP_S * SLEEPERS / nodes
        rows.append(f"| {nodes} | {SLEEPERS} | {took:.2f} | {ideal:.2f} | {SLEEPERS / took:.2f} |")
    columns = ["nodes", f"runs of {SLEEP_S:g} s", "seconds", "ideal", "runs per second"]
    return section("Simulated devices", columns, rows)


def sleep_all(server: RunningServer) -> float:
    """Seconds until the last of the sleeping runs has ended."""
    start = time.perf_counter()
    runs = [server.start("slow", seconds=SLEEP_S + number / 1e6) for number in range(SLEEPERS)]
    wait_for(lambda: all(server.client.get(f"/api/runs/{run}").json()["finished_at"] for run in runs))
    return time.perf_counter() - start
