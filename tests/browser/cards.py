"""A result for each card of the built deck."""

import httpx

from cli.slides import Card, Deck, built
from server.models import Run
from tests.running import ROOT


def deck() -> Deck:
    """What the built deck shows."""
    return built(ROOT / "dist")


def run_card(client: httpx.Client, card: Card) -> Run:
    """Run what a card shows, and return the run."""
    answer = client.post(f"/api/experiments/{card.name}", json=card.pinned).json()
    if answer.get("status") != "done":
        raise RuntimeError(f"{card.key} is not done: {answer.get('problem', answer)}")
    return Run.model_validate(answer)


def cards_once() -> list[Card]:
    """One of those that show the same run."""
    return list({card.key: card for card in deck().runs}.values())


def slides_of(card: Card) -> list[int]:
    """The numbers of the slides that show this run."""
    return [n for n, slide in enumerate(deck().slides, 1) if card.key in {shown.key for shown in slide.runs}]
