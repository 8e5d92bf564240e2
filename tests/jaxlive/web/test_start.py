"""Starting a server: what hinders it is said in a sentence, and Ctrl-C ends it at any time."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.running import ROOT, SMALL_TALK, RunningServer, free_port, wait_for


def serve_output(**settings: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {f"JAXLIVE_{name.upper()}": value for name, value in settings.items()}
    return subprocess.run(
        [sys.executable, "-m", "jaxlive"], cwd=ROOT, env=environment, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip


def test_a_port_that_is_taken_is_said_in_a_sentence(server: RunningServer) -> None:
    port = server.url.rpartition(":")[2]
    ended = serve_output(port=port)
    assert ended.returncode == 1
    assert f"Port {port} is taken" in ended.stderr
    assert "PORT=" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_beyond_loopback_needs_a_token() -> None:
    ended = serve_output(host="0.0.0.0", port="0")
    assert ended.returncode == 1
    assert "JAXLIVE_TOKEN" in ended.stderr


def test_a_worker_that_cannot_start_fails_the_run_in_words(tmp_path: Path) -> None:
    broken = tmp_path / "torch"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise SystemExit('torch is broken here')")
    port = free_port()
    path = os.pathsep.join([str(tmp_path), SMALL_TALK["PYTHONPATH"]])
    with_torch = {"JAXLIVE_PACKAGES": "tests.faults,experiments.frameworks", "PYTHONPATH": path}
    environment = os.environ | SMALL_TALK | with_torch | {"JAXLIVE_PORT": str(port)}
    command = [sys.executable, "-m", "jaxlive"]
    with (
        subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stderr=subprocess.PIPE) as process,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client,
    ):
        wait_for(lambda: client.get("/api/health").json()["live"])
        run = client.post("/api/experiments/grad").json()
        health = client.get("/api/health").json()
        assert not health["ready"]
        assert health["reason"].startswith("workers: ")
        process.terminate()
        assert "torch is broken here" in (process.stderr.read() if process.stderr else "")
    assert run["status"] == "failed"
    assert "torch is broken here" in "".join(run["problem"]["log"])


@pytest.mark.parametrize("seconds", [0.0, 0.2, 0.4, 0.6])
def test_ctrl_c_while_the_server_starts_ends_it_without_a_traceback(seconds: float) -> None:
    environment = os.environ | {"JAXLIVE_PORT": "0"}
    with subprocess.Popen(
        [sys.executable, "-m", "jaxlive"], cwd=ROOT, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout
        assert "http://" in process.stdout.readline()
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == -signal.SIGINT
    assert "Traceback" not in err


AS_IT_LOADS = """
import os, runpy, signal, uvicorn
load = uvicorn.Config.load
uvicorn.Config.load = lambda config: (load(config), os.kill(os.getpid(), signal.SIGINT))
runpy.run_module("jaxlive", run_name="__main__")
"""


def test_ctrl_c_after_uvicorn_has_taken_it_over_and_before_it_serves() -> None:
    command, environment = [sys.executable, "-c", AS_IT_LOADS], os.environ | {"JAXLIVE_PORT": "0"}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == -signal.SIGINT
    assert ended.stderr == ""
