"""The minutes in the speaker's notes: those of a part's slides add up to what its first slide promises."""

import re
from itertools import pairwise

import pytest

from cli.slides import written

PART = re.compile(r"(\w+) minutes for this part\.")
NOTE = re.compile(r"(Half a minute|One minute|A minute and a half|Two minutes)\.")
MINUTES = {"Half a minute": 0.5, "One minute": 1.0, "A minute and a half": 1.5, "Two minutes": 2.0}
NUMBERS = [
    "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
]  # fmt: skip

NOTES = [slide.note for slide in written().talk]
FIRSTS = [number for number, note in enumerate(NOTES) if PART.match(note)]
PROMISED = [NUMBERS.index(PART.findall(NOTES[number])[0]) for number in FIRSTS]
PARTS = [NOTES[first:end] for first, end in pairwise([*FIRSTS, len(NOTES)])]


@pytest.mark.parametrize(("promised", "part"), [*zip(PROMISED, PARTS, strict=True)])
def test_the_slides_of_a_part_take_its_minutes(promised: int, part: list[str]) -> None:
    needed = sum(MINUTES[NOTE.findall(note)[0]] for note in part if NOTE.match(note))
    assert abs(needed - promised) <= 1


def test_the_cover_says_the_minutes_of_all_parts() -> None:
    said = re.search(r"The talk is (\d+) minutes long: opening 2, ([^.]+)\.", NOTES[0])
    assert said
    assert [int(minutes) for minutes in re.findall(r" (\d+)(?:,|$)", said[2])] == PROMISED
    assert int(said[1]) == 2 + sum(PROMISED)
