"""A result for each card of the deck."""

from typing import Any

import httpx

from cli.cards import Card, cards


def run_card(client: httpx.Client, card: Card) -> dict[str, Any]:
    """Run what a card shows, and return the run."""
    run: dict[str, Any] = client.post(f"/api/experiments/{card.name}", json=card.pinned).json()
    if run.get("status") != "done":
        raise RuntimeError(f"{card.key} is not done: {run.get('problem', run)}")
    return run


def cards_once() -> list[Card]:
    """One of those that show the same run."""
    return list({card.key: card for card in cards()}.values())
