"""The slides of the deck, in order: what each shows of experiments, and claims of them."""

import re
from pathlib import Path
from typing import NamedTuple

from cli.cards import Card, cards_in
from cli.claims import Claim, claims
from experiments.lab.experiment import ROOT

DECK = ROOT / "slides" / "slides.md"
INCLUDED = re.compile(r"^src: (\S+)$", re.MULTILINE)
NO_SLIDE = re.compile(r"```.*?```|<!--.*?-->", re.DOTALL)
"""Code and speaker's notes, which may have headings of their own."""
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


class Slide(NamedTuple):
    """One slide."""

    title: str
    cards: list[Card]
    claims: list[Claim]


def slides(deck: Path = DECK) -> list[Slide]:
    """The slides of a deck and of the pages that it includes."""
    _, *parts = TITLE.split(NO_SLIDE.sub("", whole(deck)))
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return [Slide(title, cards_in(body), claims(body)) for title, body in pairs]


def whole(deck: Path = DECK) -> str:
    """The text of a deck with the pages that it includes."""
    return INCLUDED.sub(lambda found: (deck.parent / found[1]).read_text(), deck.read_text())
