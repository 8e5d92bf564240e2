"""What is recorded fits what the pages show."""

import pytest

from cli.cards import PAGES, Card, cards, cards_in, file_name, settings
from experiments.lab.experiment import experiments

DECLARED = experiments()
CARDS = cards()
SWEPT = [card for card in CARDS if card.pinned.keys() == {"array_length"}]


def test_every_card_is_read() -> None:
    text = "".join(page.read_text() for page in PAGES.rglob("*.md"))
    assert text.count("<Sweep ") == 1
    assert len(CARDS) - len(SWEPT) == text.count("<Experiment ") >= 30
    assert {card.name for card in CARDS} <= DECLARED.keys()


def test_a_sweep_is_a_card_for_each_value() -> None:
    text = '<Sweep name="jit" over="array_length" :values="[10, 1e3]" />'
    assert cards_in(text) == [Card("jit", {"array_length": size}, ["timings"]) for size in (10, 1000)]


def test_a_card_pins_and_shows() -> None:
    pinned = {"trap": "closure"}
    assert Card("benchmark-traps", pinned, ["array closed over"]) in CARDS
    assert Card("scipy", {}, ["one RMSE", "one RMSE by length"]) in CARDS


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
    same = Card("benchmark-traps", {"device": "auto"}, [])
    assert settings(traps, [same]) == [traps.params()]
