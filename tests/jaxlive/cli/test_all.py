"""Experiments with their default parameters, by the command that runs them all."""

import os
from itertools import groupby

import pytest

from jaxlive.cli import many
from jaxlive.lab.declare.experiment import Experiment, experiments
from jaxlive.runs.models import Run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
DECLARED = experiments()
AT_MOST_S = {"mnist": 30.0, "diffusion": 60.0}


def quickest() -> list[Experiment]:
    """The shortest of each section."""
    ordered = sorted(DECLARED.values(), key=lambda one: (one.section, one.typical_seconds))
    return [next(section) for _, section in groupby(ordered, key=lambda one: one.section)]


CHOSEN = {
    one.name: one for one in (DECLARED.values() if os.environ.get("JAXLIVE_SOAK_EXPERIMENTS") else quickest())
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    folder = tmp_path_factory.mktemp("logs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(many, "experiments", lambda: CHOSEN)
        assert many.run_all(json_dir=folder) == 0
    return {name: Run.model_validate_json((folder / f"{name}.json").read_text()) for name in CHOSEN}


@pytest.mark.parametrize("name", CHOSEN)
def test_an_experiment_is_done_and_names_its_machine(runs: dict[str, Run], name: str) -> None:
    run = runs[name]
    assert run.status == "done", run.problem
    assert run.blocks
    assert run.environment
    assert run.environment.versions["jax"]
    assert not [block.cut for block in run.blocks if block.cut]


@pytest.mark.parametrize("name", DECLARED)
def test_an_experiment_is_short_enough_for_a_talk(name: str) -> None:
    assert DECLARED[name].typical_seconds <= AT_MOST_S.get(name, 10.0)
