"""A real server in a process of its own, for the tests that speak HTTP to it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import httpx
import psutil

ROOT = Path(__file__).resolve().parent.parent
SMALL_TALK = {
    "JAXLIVE_PROJECT": str(ROOT / "tests" / "faults"),
    "JAXLIVE_PACKAGES": "tests.faults",
    "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
}
"""Two sections and runs that misbehave: without torch its processes start in a third of the time."""
START_S = 100


class Process(Protocol):
    """What tests do with the process of a server."""

    pid: int

    def poll(self) -> int | None: ...
    def send_signal(self, number: int, /) -> None: ...
    def kill(self) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


@dataclass
class RunningServer:
    url: str
    process: Process
    client: httpx.Client
    output: Path

    def worker_pids(self) -> list[int]:
        return [worker["pid"] for worker in self.client.get("/api/health").json()["workers"]]

    def busy_pid(self) -> int:
        """Of the worker that runs something."""
        workers = self.client.get("/api/health").json()["workers"]
        return next(int(worker["pid"]) for worker in workers if worker["state"] == "busy")

    def wait_until(self, state: str) -> None:
        """Wait until the server is `live`, or `ready` to run what it is asked for."""

        def reached() -> bool:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.output.read_text()}")
            return bool(self.client.get("/api/health").json()[state])

        wait_for(reached)

    def start(self, experiment: str, **params: Any) -> str:
        """Start a run and return its id."""
        answer = self.client.post("/api/runs", json={"experiment": experiment, "params": params})
        assert answer.status_code == 202, answer.text
        return str(answer.json()["id"])

    def wait_for_blocks(self, run: str) -> None:
        """Wait until a run has shown something."""
        wait_for(lambda: self.client.get(f"/api/runs/{run}").json()["blocks"])

    def wait_for_spare(self) -> None:
        wait_for(lambda: self.states() == ["idle", "idle"])

    def states(self) -> list[str]:
        """Of the workers."""
        return [worker["state"] for worker in self.client.get("/api/health").json()["workers"]]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_for(condition: Callable[[], object], seconds: float = START_S) -> None:
    """Wait until the callable is true; a server that does not answer yet counts as false."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise TimeoutError(f"not true after {seconds} s")


def state(pid: int) -> str:
    """What a process does; empty when there is none."""
    try:
        return str(psutil.Process(pid).status())
    except psutil.NoSuchProcess:
        return ""


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    return state(pid) not in {"", psutil.STATUS_ZOMBIE}


def start_server(environment: Mapping[str, str], output: Path) -> Process:
    """Start a server of this talk with these settings, which has the experiments of tests.faults too."""
    with output.open("w") as file:  # a pipe that nobody reads would fill up
        return subprocess.Popen(
            [sys.executable, "-m", "jaxlive"], cwd=ROOT, stdout=file, stderr=file,
            env={**os.environ, "JAXLIVE_PACKAGES": "tests.faults", **environment},
        )  # fmt: skip


@contextmanager
def running_server(
    port: int | None = None,
    *,
    until: str = "ready",
    start: Callable[[Mapping[str, str], Path], Process] = start_server,
    **settings: str,
) -> Iterator[RunningServer]:
    """Start a server, wait until it is ready, stop it at the end.

    `until="live"` is enough where nothing runs: the first worker may still be starting.
    """
    port = port or free_port()
    url = f"http://127.0.0.1:{port}"
    given = {f"JAXLIVE_{name.upper()}": value for name, value in settings.items()}
    with TemporaryDirectory() as folder, httpx.Client(base_url=url, timeout=60) as client:
        output = Path(folder, "output")
        own = {"JAXLIVE_PORT": str(port), "JAXLIVE_HISTORY": f"{folder}/history.sqlite"}
        process = start(own | given, output)
        try:
            server = RunningServer(url, process, client, output)
            server.wait_until(until)
            yield server
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
