"""The cards of the deck: which experiments its pages show, and with which parameters."""

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from experiments.lab.experiment import ROOT, Experiment, Params
from server.admission import check

CARD = re.compile(
    r'<Experiment name="(?P<name>[^"]+)"(?: :params="(?P<params>[^"]+)")?(?: :?show="(?P<show>[^"]+)")?'
)


class Card(NamedTuple):
    """One `<Experiment>` on a page: what it pins, and the kinds and labels of the blocks that it shows."""

    name: str
    pinned: dict[str, Any]
    show: list[str]


def cards() -> list[Card]:
    """The cards of all pages."""
    text = "".join(page.read_text() for page in sorted((ROOT / "slides" / "pages").rglob("*.md")))
    return cards_in(text)


def cards_in(text: str) -> list[Card]:
    """The cards of a slide or page."""
    return [_card(*found.group("name", "params", "show")) for found in CARD.finditer(text)]


def settings(experiment: Experiment, shown: Iterable[Card]) -> list[Params]:
    """The default parameters, then those of cards that pin others; each once."""
    pinned = [check(experiment, card.pinned) for card in shown if card.name == experiment.name]
    return list(dict.fromkeys([experiment.params(), *pinned]))


def file_name(experiment: Experiment, params: Params) -> str:
    """EXPERIMENT.json for the default parameters, else with what differs: xla.matrix_size-1000.json."""
    changed = params.model_dump(exclude_defaults=True).items()
    return ".".join([experiment.name, *(f"{name}-{value}" for name, value in changed), "json"])


def _card(name: str, params: str | None, show: str | None) -> Card:
    """Vue writes `{ trap: 'closure' }` and `['a', 'b']`."""
    pinned = json.loads(re.sub(r"(\w+):", r'"\1":', params).replace("'", '"')) if params else {}
    return Card(name, pinned, re.findall(r"'([^']+)'", show or "") or [show or ""])
