"""The built deck as phones need it: what each slide is called, says and asks, and how long it takes."""

import logging
import re
from functools import cached_property, lru_cache
from pathlib import Path

from pydantic import BaseModel, ValidationError

from jaxlive import logs
from jaxlive.project import BUILT
from jaxlive.runs.predictions import Question

SLIDE = {"Half a minute": 0.5, "One minute": 1.0, "A minute and a half": 1.5, "Two minutes": 2.0}
NUMBERS = [
    "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
    "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen", "Twenty",
]  # fmt: skip
PART = re.compile(rf"({'|'.join(NUMBERS)}) minutes for this part\.")
SAYS = re.compile(rf"(?:{PART.pattern} )?({'|'.join(SLIDE)})\.")


class Slide(BaseModel):
    """A slide. Its note may begin with `Ten minutes for this part.`, and with `One minute.` for itself."""

    title: str
    note: str = ""
    appendix: bool = False
    predictions: list[Question] = []

    @cached_property
    def minutes(self) -> float:
        """What its note promises for itself."""
        said = SAYS.match(self.note)
        return SLIDE[said[2]] if said else 0.0

    @cached_property
    def part_minutes(self) -> int | None:
        """What the note of a part's first slide promises for the part."""
        said = PART.match(self.note)
        return NUMBERS.index(said[1]) if said else None


class Outline(BaseModel):
    """The slides in their order; none while no deck is built."""

    title: str = ""
    slides: list[Slide] = []

    def at(self, page: int) -> Slide | None:
        """The slide of a page, from 1."""
        return self.slides[page - 1] if 0 < page <= len(self.slides) else None

    def minutes_before(self, page: int) -> float:
        """What the slides before this page take, by their own notes."""
        return sum(slide.minutes for slide in self.slides[: page - 1] if not slide.appendix)

    def part_ends(self, page: int) -> float | None:
        """Minutes from the start by which the part of this page is to be over; None outside of parts."""
        firsts = [n for n, slide in enumerate(self.slides, 1) if slide.part_minutes and n <= page]
        slide = self.at(page)
        if not firsts or slide is None or slide.appendix:
            return None
        return self.minutes_before(firsts[0]) + sum(self.slides[n - 1].part_minutes or 0 for n in firsts)


def outline(folder: Path) -> Outline:
    """The outline of the deck that is built in a folder, as it is now."""
    file = folder / BUILT
    try:
        return _read(file, file.stat().st_mtime_ns)
    except FileNotFoundError:
        return Outline()


@lru_cache(maxsize=1)
def _read(file: Path, _: int) -> Outline:
    """A deck that is wrong has no outline here: the talk goes on without, and preflight says what to do."""
    try:
        return Outline.model_validate_json(file.read_text())
    except ValidationError as error:
        logs.log("deck has no outline", logging.ERROR, file=file, reason=error)
        return Outline()
