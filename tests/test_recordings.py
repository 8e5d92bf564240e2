"""The recordings that are kept are whole, of experiments that exist, and enough for the deck."""

from pathlib import Path

import pytest

from jaxlive.cli.slides import Card, written
from jaxlive.lab.declare.experiment import experiments
from jaxlive.runs.admission import check
from tests.recorded import FILES, MEASURED, QUOTED, run_of
from tests.running import ROOT

DECLARED = experiments()


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_a_recording_is_a_run_of_an_experiment_that_exists(file: Path) -> None:
    run = run_of(file)
    assert file.name.split(".")[0] == run.experiment
    check(DECLARED[run.experiment], run.params)
    assert (run.source, run.status) == ("recorded", "done")
    assert run.blocks


@pytest.mark.parametrize("file", MEASURED, ids=name_of)
def test_a_measured_recording_names_machine_versions_commit_and_date(file: Path) -> None:
    run = run_of(file)
    assert run.environment
    assert run.environment.machine == file.parent.name
    assert run.environment.versions["jax"]
    assert run.environment.commit
    assert run.finished_at
    assert not [block.cut for block in run.blocks if block.cut]
    text = file.read_text()
    assert text.count("\n") == 1
    assert f"{ROOT}/" not in text


@pytest.mark.parametrize("file", QUOTED, ids=name_of)
def test_quoted_figures_have_no_spread_and_say_what_is_wrong_with_them(file: Path) -> None:
    run = run_of(file)
    assert run.environment
    assert run.environment.machine == "RTX 3060 Ti, 2023, unsynchronised"
    assert {block.kind for block in run.blocks} == {"table", "note"}


def test_the_five_logs_are_quoted() -> None:
    assert [file.stem for file in QUOTED] == ["autograd", "jit", "mnist", "scipy", "xla"]


@pytest.mark.skipif(not MEASURED, reason="nothing is recorded yet: main.py record --machine LABEL")
@pytest.mark.parametrize("card", written().runs, ids=lambda card: card.name)
def test_each_card_is_fitted_by_a_recording_with_what_it_shows(card: Card) -> None:
    files = [file for file in MEASURED if file.name.split(".")[0] == card.name]
    fitting = [file for file in files if card.pinned.items() <= run_of(file).params.items()]
    assert fitting, f"main.py record {card.name} --machine LABEL"
    defaults = [file for file in fitting if file.stem == card.name]  # what the deck prefers
    for file in defaults or fitting:
        assert not card.missing(run_of(file).blocks), f"record {card.name} again"
