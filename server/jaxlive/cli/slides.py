"""The deck as the addon's jaxlive-deck describes it: what each slide shows of experiments, and claims."""

import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from jaxlive.lab.declare.blocks import AnyBlock
from jaxlive.project import BUILT, project
from jaxlive.runs.claims import Claim
from jaxlive.runs.predictions import Question

ENTRIES = ("slides.md", "slides/slides.md")
"""Where a talk has its deck: the first that is there."""
MAKE = "run make deck (DECK=short for the short talk)"


class Unreadable(RuntimeError):
    """A deck is not built, or cannot be read."""


class Described(BaseModel):
    """A part of the description: no more and no less than is declared."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Card(Described):
    """One `<Experiment>`: what it pins, and the blocks that it shows, by kind or label; none for all."""

    name: str
    pinned: dict[str, Any] = {}
    show: list[str] = []
    drawn: bool = False
    """A drawing stands in place of the blocks, made of those that it shows."""

    @property
    def key(self) -> str:
        """The same for all cards that show the same run."""
        return f"{self.name} {sorted(self.pinned.items())}"

    def missing(self, blocks: Sequence[AnyBlock]) -> list[str]:
        """What the card shows and a run does not have: words as in card/panels.ts of the addon."""
        panels = [one for index, one in enumerate(blocks) if one.kind != "note" or index == 0]
        words = {word for one in panels for word in _words(one)}
        return [word for word in self.show if word not in words]

    def shows(self, block: AnyBlock) -> bool:
        """Whether the card shows a block."""
        return not self.show or bool(_words(block) & set(self.show))


def _words(block: AnyBlock) -> set[str]:
    """By what `show` may call a block."""
    return {word.replace("_", " ") for word in (block.kind, getattr(block, "label", ""))}


class Sweep(Described):
    """One `<Sweep>`."""

    name: str
    over: str
    values: list[float | int]

    @property
    def cards(self) -> list[Card]:
        """A card for each of its runs."""
        return [Card(name=self.name, pinned={self.over: value}, show=["timings"]) for value in self.values]


class Slide(Described):
    """One slide, and where it is written: a page beside the deck, and the line on it."""

    title: str
    page: str
    line: int
    note: str
    alias: str = ""
    """Its `routeAlias`, by which others link to it."""
    question: str = ""
    """What it answers, for the index of the appendix."""
    behind: list[str] = []
    """The aliases of slides that its claim rests on."""
    appendix: bool = False
    cards: list[Card]
    sweeps: list[Sweep]
    claims: list[Claim]
    """Those of its `<Claim>`s, and that a run has what its predictions are about."""
    predictions: list[Question] = []

    @property
    def place(self) -> str:
        """Where it is written."""
        return f"{self.page}:{self.line}"

    @property
    def runs(self) -> list[Card]:
        """Its cards, and those of its sweeps."""
        return [*self.cards, *(card for sweep in self.sweeps for card in sweep.cards)]


class Deck(Described):
    """The slides in their order."""

    title: str
    slides: list[Slide]

    @property
    def talk(self) -> list[Slide]:
        """Those before the appendix, which begins where front matter says `appendix: true`."""
        return [slide for slide in self.slides if not slide.appendix]

    @property
    def runs(self) -> list[Card]:
        """The cards of all slides, and those of sweeps."""
        return [card for slide in self.slides for card in slide.runs]


def entry() -> Path:
    """The Markdown of the talk's deck. Raises Unreadable."""
    places = [project().root / name for name in ENTRIES]
    found = next(filter(Path.exists, places), None)
    if found is None:
        raise Unreadable(f"{places[0]} is missing: write the deck there")
    return found


@cache
def written(source: Path | None = None) -> Deck:
    """A deck from its Markdown, by default the talk's. Raises Unreadable."""
    source = source or entry()
    try:
        command = ["node", str(project().root / "node_modules" / ".bin" / "jaxlive-deck"), str(source)]
        read = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise Unreadable("no node here to read the deck: install Node 20.19 or newer") from None
    if read.returncode:
        raise Unreadable(f"{source}: {read.stderr.strip()}")
    return described(read.stdout, str(source))


def built(folder: Path) -> Deck:
    """A deck that is built. Raises Unreadable."""
    file = folder / BUILT
    if not file.exists():
        raise Unreadable(f"{file} is missing: {MAKE}")
    return described(file.read_text(), str(file))


def described(text: str, where: str) -> Deck:
    """A deck from its description. Raises Unreadable."""
    try:
        return Deck.model_validate_json(text)
    except ValidationError as error:
        raise Unreadable(f"{where}: {error}") from None
