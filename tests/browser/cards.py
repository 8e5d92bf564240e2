"""A result for each card of the deck."""

from typing import Any

import httpx

from cli.cards import Card, cards
from cli.slides import slides


def run_card(client: httpx.Client, card: Card) -> dict[str, Any]:
    """Run what a card shows, and return the run."""
    run: dict[str, Any] = client.post(f"/api/experiments/{card.name}", json=card.pinned).json()
    if run.get("status") != "done":
        raise RuntimeError(f"{card.key} is not done: {run.get('problem', run)}")
    return run


def cards_once() -> list[Card]:
    """One of those that show the same run."""
    return list({card.key: card for card in cards()}.values())


def slides_of(card: Card) -> list[int]:
    """The numbers of the slides that show this run."""
    return [n for n, slide in enumerate(slides(), 1) if card.key in {shown.key for shown in slide.cards}]
