"""What a click costs besides the work, at a person's pace, interleaved with an IPython kernel's `1+1`."""

import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from http.client import HTTPConnection
from socket import create_connection, socket
from time import perf_counter, sleep

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager
from prometheus_client.parser import text_string_to_metric_families

from benchmarks.report import row, table
from jaxlive.runs.way import STEPS
from tests.running import RunningServer, running_server

CLICKS = 60
KILLS = 10
WARM_UPS = 5
PAUSE_S = 0.2


def click_overhead() -> str:
    """A whole POST of a trivial run, its work of some microseconds included, beside the kernel's answer."""
    with running_server() as server, warm_kernel() as kernel:
        server.wait_for_spare()
        address = server.url.partition("//")[2]
        host, port = address.split(":")
        with closing(HTTPConnection(address)) as connection, create_connection((host, int(port))) as plain:
            actions = [
                partial(post_plainly, plain, address),
                partial(post, connection),
                partial(execute, kernel, "1+1"),
            ]
            plainly, by_library, kernels = interleave(actions, partial(settle, server))
        steps = [f"{name} {1e6 * seconds:.0f}" for name, seconds in mean_steps(server).items()]
    ratios = [statistics.median(posts) / statistics.median(kernels) for posts in (plainly, by_library)]
    return table(
        "Click overhead",
        [
            row("POST /api/experiments/echo, by a plain socket", plainly),
            row("POST /api/experiments/echo, by http.client", by_library),
            row("IPython kernel, 1+1, by jupyter_client", kernels),
        ],
        f"Work included. Ratios of medians to the kernel's: {ratios[0]:.2f} and {ratios[1]:.2f}. "
        f"Steps of the server's way (server/jaxlive/runs/way.py), means in µs: {', '.join(steps)}.",
    )


def mean_steps(server: RunningServer) -> dict[str, float]:
    """Seconds that each step of a click took so far, in the mean."""
    families = text_string_to_metric_families(server.client.get("/metrics").text)
    (family,) = (one for one in families if one.name == "jaxlive_overhead_seconds")
    found = {(one.name.rpartition("_")[2], one.labels["step"]): one.value for one in family.samples}
    return {step: found["sum", step] / found["count", step] for step in STEPS}


def settle(server: RunningServer) -> None:
    """What passes between two clicks of a person: the run before has gone, a fresh worker waits."""
    server.wait_for_spare()
    sleep(PAUSE_S)


def interleave(
    actions: Sequence[Callable[[], object]], before_each: Callable[[], object]
) -> list[list[float]]:
    """Seconds of each action, in another random order every round: what ran before leaves caches cold."""
    order, samples = list(range(len(actions))), [list[float]() for _ in actions]
    shuffler = random.Random(0)
    for done in range(CLICKS + WARM_UPS):
        shuffler.shuffle(order)
        for which in order:
            before_each()
            took = seconds(actions[which])
            if done >= WARM_UPS:
                samples[which].append(took)
    return samples


def seconds(action: Callable[[], object]) -> float:
    """Seconds of one call."""
    start = perf_counter()
    action()
    return perf_counter() - start


def post_plainly(connection: socket, address: str) -> None:
    """Run `echo` and read the result, with next to no work on the client's side, as in a browser."""
    connection.sendall(f"POST /api/experiments/echo HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
    answer = b""
    while not answer.endswith(b"}"):
        answer += connection.recv(65536)
    if b'"status":"done"' not in answer:
        raise RuntimeError(f"the trivial run was not done: {answer[:300]!r}")


def post(connection: HTTPConnection) -> None:
    """Run `echo` and read the result."""
    connection.request("POST", "/api/experiments/echo")
    if b'"status":"done"' not in connection.getresponse().read():
        raise RuntimeError("the trivial run was not done: see the server's answer")


@contextmanager
def warm_kernel() -> Iterator[BlockingKernelClient]:
    """An IPython kernel that has started."""
    manager = KernelManager()
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        yield client
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def execute(kernel: BlockingKernelClient, code: str) -> None:
    """Have the kernel execute this, and wait until it is idle again."""
    answer = kernel.execute_interactive(code, store_history=False, output_hook=lambda _: None)
    if answer["content"]["status"] != "ok":
        raise RuntimeError(f"the kernel failed: {answer['content']}")


def kill_to_next() -> str:
    """From the click on Cancel, with native code holding the GIL, to the result of the next run."""
    samples = []
    with running_server() as server:
        for _ in range(KILLS):
            server.wait_for_spare()
            run = server.start("slow", seconds=30, how="gil")
            server.wait_for_blocks(run)
            samples.append(seconds(partial(cancel_and_run, server, run)))
    return table("Kill to next result", [row("DELETE, then POST /api/experiments/echo", samples)])


def cancel_and_run(server: RunningServer, run: str) -> None:
    """Cancel a run and wait for the result of another."""
    server.client.delete(f"/api/runs/{run}")
    server.client.post("/api/experiments/echo").raise_for_status()
