"""The cards and sweeps of the deck: which experiments its pages show, and with which parameters."""

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from experiments.lab.experiment import ROOT, Experiment, Params
from server.admission import check

CARD = re.compile(
    r'<Experiment name="(?P<name>[^"]+)"(?: :params="(?P<params>[^"]+)")?(?: :?show="(?P<show>[^"]+)")?'
)
SWEEP = re.compile(r'<Sweep name="([^"]+)" over="([^"]+)" :values="(\[[^"]+\])"')
PAGES = ROOT / "slides" / "pages"


class Card(NamedTuple):
    """One `<Experiment>` on a page: what it pins, and the kinds and labels of the blocks that it shows."""

    name: str
    pinned: dict[str, Any]
    show: list[str]

    @property
    def key(self) -> str:
        """The same for all cards that show the same run."""
        return f"{self.name} {sorted(self.pinned.items())}"


def cards() -> list[Card]:
    """The cards of all pages."""
    return cards_in("".join(page.read_text() for page in sorted(PAGES.rglob("*.md"))))


def cards_in(text: str) -> list[Card]:
    """The cards of a slide or page, and one for each value of a sweep."""
    swept = [
        Card(name, {over: value}, ["timings"])
        for name, over, values in SWEEP.findall(text)
        for value in json.loads(values)
    ]
    return [*(_card(*found.group("name", "params", "show")) for found in CARD.finditer(text)), *swept]


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
