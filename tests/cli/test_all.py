"""Every experiment with its default parameters, by the command that runs them all."""

import subprocess
import sys

import pytest

from cli.slides import written
from experiments.lab.experiment import experiments
from server.models import Run
from tests.running import ROOT

pytestmark = pytest.mark.timeout(1800)
DECLARED = experiments()
AT_MOST_S = {"mnist": 30.0, "diffusion": 60.0}
Runs = dict[str, Run]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    folder = tmp_path_factory.mktemp("logs")
    command = [sys.executable, "main.py", "all", "--json-dir", str(folder)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    print(ended.stdout[-2000:], ended.stderr[-2000:])
    assert ended.returncode == 0
    return {name: Run.model_validate_json((folder / f"{name}.json").read_text()) for name in DECLARED}


@pytest.mark.parametrize("name", DECLARED)
def test_an_experiment_is_done_and_names_its_machine(runs: Runs, name: str) -> None:
    run = runs[name]
    assert run.status == "done", run.problem
    assert run.blocks
    assert run.environment
    assert run.environment.versions["jax"]
    assert not [block.cut for block in run.blocks if block.cut]


def test_slides_show_blocks_that_exist(runs: Runs) -> None:
    for card in written().runs:
        run = runs[card.name]
        missing = card.missing(run.blocks) if card.pinned.items() <= run.params.items() else []
        assert not missing, f"{card.key} has no block {missing}"


@pytest.mark.parametrize("name", DECLARED)
def test_an_experiment_is_short_enough_for_a_talk(name: str) -> None:
    assert DECLARED[name].typical_seconds <= AT_MOST_S.get(name, 10.0)
