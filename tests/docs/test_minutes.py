"""The minutes in the speaker's notes: those of a part's slides add up to what its first slide promises."""

import re
from itertools import pairwise

import pytest

from jaxlive.cli.slides import written
from jaxlive.room.outline import NUMBERS, PART, SLIDE

NOTE = re.compile(rf"({'|'.join(SLIDE)})\.")
WORDS = 60

NOTES = [slide.note for slide in written().talk]
FIRSTS = [number for number, note in enumerate(NOTES) if PART.match(note)]
PROMISED = [NUMBERS.index(PART.findall(NOTES[number])[0]) for number in FIRSTS]
PARTS = [NOTES[first:end] for first, end in pairwise([*FIRSTS, len(NOTES)])]


def minutes(notes: list[str]) -> float:
    return sum(SLIDE[NOTE.findall(note)[0]] for note in notes if NOTE.match(note))


@pytest.mark.parametrize(("promised", "part"), [*zip(PROMISED, PARTS, strict=True)])
def test_the_slides_of_a_part_take_its_minutes(promised: int, part: list[str]) -> None:
    assert abs(minutes(part) - promised) <= 1


def test_the_cover_says_the_minutes_of_all_parts() -> None:
    said = re.search(r"The talk is (\d+) minutes long: opening (\d+), ([^.]+)\.", NOTES[0])
    assert said
    assert abs(minutes(NOTES[: FIRSTS[0]]) - int(said[2])) <= 1
    assert [int(number) for number in re.findall(r" (\d+)(?:,|$)", said[3])] == PROMISED
    assert int(said[1]) == int(said[2]) + sum(PROMISED)


def test_what_is_said_fits_its_time() -> None:
    """At most 60 words a slide, which is half a minute of speech and the rest for looking."""
    long = {
        slide.title: len(slide.note.split()) for slide in written().talk if len(slide.note.split()) > WORDS
    }
    assert long == {}
    assert sum(len(note.split()) for note in NOTES) < 2500
