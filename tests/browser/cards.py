"""The cards of the deck as its pages write them, and a result for each."""

import json
import re
from typing import Any

import httpx

from tests.running import ROOT

PAGES = "".join(page.read_text() for page in sorted((ROOT / "slides" / "pages").rglob("*.md")))
CARD = re.compile(r'<Experiment name="([^"]+)"(?: :params="([^"]+)")? :?show="([^"]+)"')


def pinned(written: str) -> dict[str, Any]:
    """The parameters that a card pins, from `{ size: 3, kind: 'sum' }`."""
    params: dict[str, Any] = json.loads(re.sub(r"(\w+):", r'"\1":', written).replace("'", '"') or "{}")
    return params


def run_card(client: httpx.Client, name: str, written: str) -> dict[str, Any]:
    """Run what a card shows, and return the run."""
    run: dict[str, Any] = client.post(f"/api/experiments/{name}", json=pinned(written)).json()
    if run.get("status") != "done":
        raise RuntimeError(f"{name} {written} is not done: {run.get('problem', run)}")
    return run


def cards_once() -> list[tuple[str, str]]:
    """Each experiment that a card shows, with what the card pins, once."""
    return sorted({(name, written) for name, written, _ in CARD.findall(PAGES)})
