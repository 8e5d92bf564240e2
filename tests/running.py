"""A real server in a process of its own, for the tests that speak HTTP to it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import psutil

ROOT = Path(__file__).resolve().parent.parent
START_S = 100


@dataclass
class RunningServer:
    url: str
    process: "subprocess.Popen[str]"
    client: httpx.Client
    output: Path

    def worker_pids(self) -> list[int]:
        return [worker["pid"] for worker in self.client.get("/api/health").json()["workers"]]

    def busy_pid(self) -> int:
        """Of the worker that runs something."""
        workers = self.client.get("/api/health").json()["workers"]
        return next(int(worker["pid"]) for worker in workers if worker["state"] == "busy")

    def wait_until_ready(self) -> None:
        def ready() -> bool:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.output.read_text()}")
            return bool(self.client.get("/api/health").json()["ready"])

        wait_for(ready)

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


@contextmanager
def running_server(port: int | None = None, **settings: str) -> Iterator[RunningServer]:
    """Start a server with the experiments of tests.faults too, wait until it is ready, stop it at the end."""
    port = port or free_port()
    environment = os.environ | {"JAXLIVE_PACKAGES": "tests.faults", "JAXLIVE_PORT": str(port)}
    environment |= {f"JAXLIVE_{name.upper()}": value for name, value in settings.items()}
    url = f"http://127.0.0.1:{port}"
    with (
        TemporaryDirectory() as folder,
        Path(folder, "output").open("w") as output,  # a pipe that nobody reads would fill up
        subprocess.Popen(
            [sys.executable, "-m", "jaxlive"], cwd=ROOT, text=True, stdout=output, stderr=output,
            env={"JAXLIVE_HISTORY": f"{folder}/history.sqlite"} | environment,
        ) as process,
        httpx.Client(base_url=url, timeout=60) as client,
    ):  # fmt: skip
        try:
            server = RunningServer(url, process, client, Path(output.name))
            server.wait_until_ready()
            yield server
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
