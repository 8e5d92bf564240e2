"""A sweep: its table, plot and file; what is done is not done again, also after an interruption."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from tests.forked import jaxlive
from tests.running import ROOT, SMALL_TALK, RunningServer, wait_for

RUN = [sys.executable, "main.py", "sweep"]


def sweep(*words: str, code: int = 0, history: Path | None = None) -> str:
    ended = jaxlive("sweep", *words, **({"JAXLIVE_HISTORY": str(history)} if history else {}))
    assert ended.returncode == code, ended.stdout + ended.stderr
    return ended.stdout + ended.stderr


def known(server: RunningServer, experiment: str) -> int:
    return len(server.client.get("/api/runs", params={"experiment": experiment, "limit": 200}).json())


def test_one_table_one_plot_one_file(server: RunningServer, tmp_path: Path) -> None:
    there = ["--server", server.url, "--folder", str(tmp_path), "--devices", "all"]
    before = known(server, "timed")
    told = sweep("timed", "--over", "array_length=1e3..1e4:log2", *there)
    assert told.count("numpy") == told.count("eager") == 2
    content = json.loads((tmp_path / "sweep-timed.json").read_text())
    assert [run["params"]["array_length"] for run in content["runs"]] == [1000, 10_000]
    assert all(run["status"] == "done" and run["environment"]["versions"] for run in content["runs"])
    assert ElementTree.parse(tmp_path / "sweep-timed.svg").getroot().tag.endswith("svg")
    assert known(server, "timed") == before + 2
    sweep("timed", "--over", "array_length=1000,10000,2000", *there)
    assert known(server, "timed") == before + 3


def test_it_goes_on_after_an_interruption(tmp_path: Path) -> None:
    history = tmp_path / "history.sqlite"
    environment = os.environ | SMALL_TALK | {"JAXLIVE_HISTORY": str(history)}
    words = ["slow", "--over", "seconds=0.1,0.2,0.3,30", "--folder", str(tmp_path)]
    with subprocess.Popen([*RUN, *words], cwd=ROOT, stdout=subprocess.DEVNULL, env=environment) as first:
        wait_for(lambda: done(tmp_path) == 3)
        first.send_signal(signal.SIGINT)
    assert first.returncode
    sweep("slow", "--over", "seconds=0.1,0.2,0.3,0.4", "--folder", str(tmp_path), history=history)
    assert done(tmp_path) == 4
    assert len(json.loads((tmp_path / "sweep-slow.json").read_text())["runs"]) == 4


def done(folder: Path) -> int:
    """Runs in the history that are done."""
    with sqlite3.connect(folder / "history.sqlite") as database:
        if database.execute("SELECT name FROM sqlite_master WHERE name = 'runs'").fetchone() is None:
            return 0
        count: int = database.execute("SELECT count(*) FROM runs WHERE status = 'done'").fetchone()[0]
    return count


def test_a_run_that_fails_is_in_the_table_and_the_exit_code(server: RunningServer, tmp_path: Path) -> None:
    there = ["--server", server.url, "--folder", str(tmp_path)]
    told = sweep("crash", "--over", "how=raise,stdout", *there, code=1)
    assert "ZeroDivisionError" in told


def test_what_is_wrong_is_told_before_anything_starts() -> None:
    assert "array_length" in sweep("jit", "--over", "length=1", code=2)
    assert "no experiment" in sweep("jti", "--over", "array_length=1", code=2)
