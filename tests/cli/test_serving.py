"""`main.py serve`: its options, over the settings of the environment."""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx

from tests.running import ROOT, free_port, wait_for

SERVE = [sys.executable, "main.py", "serve"]


def test_beyond_loopback_it_asks_for_a_token() -> None:
    for options, settings in ((["--host", "0.0.0.0"], {}), ([], {"JAXLIVE_HOST": "0.0.0.0"})):
        ended = subprocess.run(
            [*SERVE, *options], cwd=ROOT, env=os.environ | settings, capture_output=True, text=True,
            timeout=60, check=False,
        )  # fmt: skip
        assert ended.returncode == 2
        assert "0.0.0.0 is reachable by others" in ended.stderr


def test_it_makes_a_token_and_lets_the_audience_run_but_not_cancel(tmp_path: Path) -> None:
    port = free_port()
    environment = os.environ | {
        "JAXLIVE_PORT": str(port),
        "JAXLIVE_HISTORY": str(tmp_path / "history.sqlite"),
    }
    environment |= {"JAXLIVE_PACKAGES": "tests.faults"}
    with subprocess.Popen(
        [*SERVE, "--host", "0.0.0.0", "--make-token", "--audience-may-run"], cwd=ROOT, env=environment,
        stdout=subprocess.PIPE, text=True,
    ) as process, httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:  # fmt: skip
        try:
            wait_for(lambda: client.get("/api/health").json()["ready"])
            run = client.post("/api/experiments/echo").json()
            assert run["status"] == "done"
            assert client.delete(f"/api/runs/{run['id']}").status_code == 403
            assert process.stdout
            printed = [process.stdout.readline() for _ in range(2)]
            found = re.search(r"/\?token=\S+", printed[1])
            assert found, printed
            assert client.get(found[0]).status_code == 303
            assert client.delete(f"/api/runs/{run['id']}").status_code == 200
        finally:
            process.terminate()
