"""The command line as its users call it: in processes of its own, most of them forked from one."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from jaxlive.cli import commands
from jaxlive.cli.many import record
from jaxlive.runs.bus import KEEP_ALIVE_S
from jaxlive.runs.errors import UnknownName
from tests.forked import jaxlive
from tests.running import ROOT, SMALL_TALK, RunningServer, alive, wait_for

COMMAND = [sys.executable, "main.py"]


def main(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """This talk's `main.py` with these words; it has the experiments of tests.faults too."""
    environment = os.environ | {"JAXLIVE_PACKAGES": "tests.faults", "COLUMNS": "120"}
    return subprocess.run(
        [*COMMAND, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=110,
        check=False,
    )  # fmt: skip


def test_help_lists_the_experiments_by_section() -> None:
    shown = main("--help").stdout
    for name in ("serve", "record", "normalize", "jit", "xla", "grad"):
        assert f" {name} " in shown
    assert shown.index("─ Compilation ─") < shown.index("│ jit  ") < shown.index("─ Frameworks ─")


@pytest.mark.parametrize("name", ["serve", "record", "all", "jit", "xla", "grad", "normalize"])
def test_each_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"jaxlive {name}" in help_of(name, capsys)


def help_of(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command of this talk prints with --help, in this process: it only reads."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["jaxlive", name, "--help"])
        patch.setenv("COLUMNS", "120")
        with pytest.raises(SystemExit, match=r"^0$"):
            commands.cli()
    return capsys.readouterr().out


def test_the_module_is_the_command_line_too() -> None:
    command = [sys.executable, "-m", "jaxlive", "jit", "--help"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=110, check=True)
    assert "jaxlive jit" in ended.stdout


def test_help_names_bounds_units_and_choices(capsys: pytest.CaptureFixture[str]) -> None:
    shown = help_of("xla", capsys)
    assert "--matrix-size" in shown
    assert "10,000 rows" in shown
    assert "numpy, pytorch, jax" in shown


def test_the_sources_command_works_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    ended = main("xla", "numpy", "--matrix-size", "50", "--json", str(file))
    assert ended.returncode == 0, ended.stderr
    run = json.loads(file.read_text())
    assert run["status"] == "done"
    assert run["params"] == {"device": "auto", "variant": "numpy", "matrix_size": 50, "precision": "float64"}
    timings = [block for block in run["blocks"] if block["kind"] == "timings"]
    assert timings
    assert all(row["framework"] == "numpy" for block in timings for row in block["rows"])
    assert "product" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nope"], "Unknown command"),
        (["echo", "--number", "x"], "unable to convert"),
        (["echo", "--number", "99"], "less than or equal to 10"),
        (["echo", "--unknown", "1"], "Unknown option"),
        (["crash", "--how", "cupy"], "cupy"),
        (["crash", "--how", "memory"], "1000000.0 GB"),
        (["echo", "--server", "http://127.0.0.1:9"], "doesn't answer"),
    ],
)
def test_bad_arguments_are_told_in_a_sentence(arguments: list[str], sentence: str) -> None:
    ended = jaxlive(*arguments)
    assert ended.returncode != 0
    assert sentence in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr


def test_an_experiment_that_nobody_knows_is_not_recorded() -> None:
    with pytest.raises(UnknownName, match="no experiment 'nope'"):
        record("nope", machine="x")


def test_a_failed_run_has_exit_code_1_and_shows_why() -> None:
    ended = jaxlive("crash")
    assert ended.returncode == 1
    assert "nothing is divided by zero" in ended.stdout


def test_record_keeps_a_run_that_names_machine_versions_and_date(tmp_path: Path) -> None:
    """This talk with recordings of its own: a print that is under way reads those of the checkout."""
    (tmp_path / "pyproject.toml").write_text('[tool.jaxlive]\nexperiments = ["experiments"]\n')
    for name in ("slides", "node_modules"):
        (tmp_path / name).symlink_to(ROOT / name)
    command = [sys.executable, "-m", "jaxlive", "record", "echo", "--machine", "a-label"]
    subprocess.run(command, env=os.environ | SMALL_TALK | {"JAXLIVE_PROJECT": str(tmp_path)}, check=True)
    run = json.loads((tmp_path / "recordings" / "a-label" / "echo.json").read_text())
    assert run["source"] == "recorded"
    assert run["finished_at"]
    assert run["environment"]["versions"]["jax"]
    assert run["blocks"]


def test_a_run_on_a_server_which_is_silent_for_a_while(server: RunningServer, tmp_path: Path) -> None:
    """Longer than the server lets a stream be silent."""
    file, seconds = tmp_path / "run.json", str(KEEP_ALIVE_S + 1)
    ended = jaxlive("slow", "--how", "gil", "--seconds", seconds, "--server", server.url, "--json", str(file))
    assert ended.returncode == 0, ended.stderr
    run = json.loads(file.read_text())
    assert run == server.client.get(f"/api/runs/{run['id']}").json()
    assert len(run["blocks"][1]["points"]) == 10


def test_a_server_refuses_in_its_own_words(server: RunningServer) -> None:
    ended = jaxlive("crash", "--how", "memory", "--server", server.url)
    assert ended.returncode == 2
    assert "GB are available" in ended.stderr


def test_ctrl_c_leaves_no_process_behind() -> None:
    command = subprocess.Popen(
        [*COMMAND, "slow", "--seconds", "30", "--how", "gil"], cwd=ROOT, env=os.environ | SMALL_TALK,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    with command:
        wait_for(lambda: psutil.Process(command.pid).children())
        (worker,) = psutil.Process(command.pid).children()
        time.sleep(4)
        command.send_signal(signal.SIGINT)
        assert command.wait(20) != 0
    wait_for(lambda: not alive(worker.pid), 20)


def test_ctrl_c_cancels_a_run_on_a_server(server: RunningServer) -> None:
    command = subprocess.Popen(
        [*COMMAND, "slow", "--seconds", "30", "--server", server.url], cwd=ROOT, env=os.environ | SMALL_TALK,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with command:
        wait_for(lambda: server.client.get("/api/runs", params={"status": "running"}).json())
        command.send_signal(signal.SIGINT)
        assert command.wait(20) != 0
    wait_for(lambda: not server.client.get("/api/runs", params={"status": "running"}).json(), 20)
    assert server.client.get("/api/runs", params={"limit": 1}).json()[0]["status"] == "cancelled"


def test_the_folder_of_data_reaches_the_worker_by_its_environment(tmp_path: Path) -> None:
    ended = main("mnist", "preprocess-images", "--data-dir", str(tmp_path))
    assert ended.returncode == 1
    assert "MissingFile" in ended.stdout
    assert "images-idx3-ubyte" in ended.stdout


def test_a_folder_of_this_machine_is_of_no_use_to_a_server(tmp_path: Path) -> None:
    ended = main("mnist", "--data-dir", str(tmp_path), "--server", "http://127.0.0.1:9")
    assert ended.returncode == 2
    assert "JAXLIVE_MNIST_DIR" in ended.stderr
