"""Every experiment with its default parameters, by the command that runs them all."""

import subprocess
import sys
from pathlib import Path

import pytest

from experiments.lab.experiment import experiments
from server.models import Run
from tests.running import ROOT

AT_MOST_S = {"mnist": 30.0}
DECLARED = experiments()


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    command = [sys.executable, "main.py", "all", "--json-dir", str(folder)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    print(ended.stdout[-2000:], ended.stderr[-2000:])
    assert ended.returncode == 0
    return folder


@pytest.mark.timeout(1200)  # the first of them waits for all
@pytest.mark.parametrize("name", DECLARED)
def test_it_is_done_and_names_its_machine(logs: Path, name: str) -> None:
    run = Run.model_validate_json((logs / f"{name}.json").read_text())
    assert run.status == "done", run.problem
    assert run.blocks
    assert run.environment
    assert run.environment.versions["jax"]
    assert not [block.cut for block in run.blocks if block.cut]


@pytest.mark.parametrize("name", DECLARED)
def test_it_is_short_enough_for_a_talk(name: str) -> None:
    assert DECLARED[name].typical_seconds <= AT_MOST_S.get(name, 10.0)
