"""`main.py serve`: its options, over the settings of the environment."""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx

from jaxlive.settings import Settings
from tests.forked import jaxlive
from tests.running import ROOT, SMALL_TALK, free_port, wait_for

SERVE = [sys.executable, "main.py", "serve"]


def test_beyond_loopback_it_asks_for_a_token() -> None:
    for options, settings in ((["--host", "0.0.0.0"], {}), ([], {"JAXLIVE_HOST": "0.0.0.0"})):
        ended = jaxlive("serve", *options, **settings)
        assert ended.returncode == 2
        assert "others can reach 0.0.0.0" in ended.stderr


def test_it_makes_a_token_and_lets_the_audience_run_but_not_cancel(tmp_path: Path) -> None:
    port = free_port()
    environment = os.environ | SMALL_TALK | {"JAXLIVE_PORT": str(port)}
    environment["JAXLIVE_HISTORY"] = str(tmp_path / "history.sqlite")
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


def test_help_is_the_table_of_settings() -> None:
    shown = jaxlive("serve", "--help", COLUMNS="200").stdout
    for name, field in Settings.model_fields.items():
        if name != "token":
            assert f"--{name.replace('_', '-')}" in shown
            assert str(field.description) in shown
            assert f"[JAXLIVE_{name.upper()}]" in shown
    assert "--token" not in shown


def test_an_option_wins_over_the_environment(tmp_path: Path) -> None:
    environment = os.environ | SMALL_TALK | {"JAXLIVE_PORT": "1"}
    environment["JAXLIVE_HISTORY"] = str(tmp_path / "not-this.sqlite")
    port, file = free_port(), tmp_path / "this.sqlite"
    options = ["--port", str(port), "--history", str(file), "--queue-limit", "3"]
    options += ["--allowed-hosts", "talk.example", "--grace-period", "5"]
    with subprocess.Popen(
        [*SERVE, *options], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
    ) as process:
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
                wait_for(lambda: client.get("/api/health").json()["ready"])
                assert client.get("/api/health").json()["queue"]["limit"] == 3
                assert client.get("/api/health", headers={"host": "talk.example"}).status_code == 200
        finally:
            process.terminate()
    assert [found.name for found in tmp_path.glob("*.sqlite")] == [file.name]


def test_a_bad_option_is_told_in_a_sentence() -> None:
    ended = jaxlive("serve", "--port", "99999")
    assert ended.returncode == 2
    assert "JAXLIVE_PORT: Input should be less than or equal to 65535" in ended.stderr
