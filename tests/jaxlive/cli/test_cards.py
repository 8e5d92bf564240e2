"""What is recorded fits what the pages show."""

import pytest

from jaxlive.cli.cards import file_name, settings
from jaxlive.cli.slides import Card, written
from jaxlive.lab.declare.experiment import experiments

DECLARED = experiments()
CARDS = written().runs


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_each_card_has_settings_that_are_recorded(card: Card) -> None:
    recorded = [params.model_dump() for params in settings(DECLARED[card.name], CARDS)]
    assert any(card.pinned.items() <= params.items() for params in recorded)


@pytest.mark.parametrize("name", DECLARED)
def test_settings_are_the_defaults_then_others_in_files_of_their_own(name: str) -> None:
    experiment = DECLARED[name]
    first, *others = settings(experiment, CARDS)
    assert first == experiment.params()
    files = [file_name(experiment, params) for params in (first, *others)]
    assert files[0] == f"{name}.json"
    assert len(set(files)) == len(files)


def test_a_file_is_named_for_what_differs() -> None:
    traps = DECLARED["benchmark-traps"]
    params = traps.params.model_validate({"trap": "closure"})
    assert file_name(traps, params) == "benchmark-traps.trap-closure.json"
    same = Card(name="benchmark-traps", pinned={"device": "auto"})
    assert settings(traps, [same]) == [traps.params()]
