"""The slides that are walked through, and a result for each of their cards."""

import os
from collections.abc import Iterable

import httpx

from jaxlive.cli.slides import Card, Deck, Slide, built
from jaxlive.lab.declare.experiment import Params, experiments
from jaxlive.runs.admission import check
from jaxlive.runs.models import Run
from tests.running import ROOT


def deck() -> Deck:
    """What the built deck shows."""
    return built(ROOT / "dist")


def walked() -> dict[int, Slide]:
    """The slides of the main talk by number; with JAXLIVE_SOAK_SLIDES=all those of the appendix too."""
    everything = os.environ.get("JAXLIVE_SOAK_SLIDES") == "all"
    return dict(enumerate(deck().slides if everything else deck().talk, 1))


def run_card(client: httpx.Client, card: Card) -> Run:
    """Run what a card shows, and return the run."""
    answer = client.post(f"/api/experiments/{card.name}", json=card.pinned).json()
    if answer.get("status") != "done":
        raise RuntimeError(f"{card.key} is not done: {answer.get('problem', answer)}")
    return Run.model_validate(answer)


def params(card: Card) -> Params:
    """What a card runs with: the parameters that it pins, and the defaults of the others."""
    return check(experiments()[card.name], card.pinned)


def cards_once(slides: Iterable[Slide]) -> list[Card]:
    """One of those that show the same run."""
    return list({params(card): card for slide in slides for card in slide.runs}.values())


def slides_of(card: Card) -> list[int]:
    """The numbers of the slides that show this run."""
    return [n for n, slide in enumerate(deck().slides, 1) if card.key in {shown.key for shown in slide.runs}]
