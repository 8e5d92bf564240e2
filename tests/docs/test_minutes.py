"""The minutes in the speaker's notes: those of a part's slides add up to what its first slide promises."""

import re

import pytest

from cli.slides import whole

PART = re.compile(r"<!--\n(\w+) minutes for this part\.")
NOTE = re.compile(r"<!--\n(Half a minute|One minute|A minute and a half|Two minutes)\.")
MINUTES = {"Half a minute": 0.5, "One minute": 1.0, "A minute and a half": 1.5, "Two minutes": 2.0}
NUMBERS = [
    "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
]  # fmt: skip

TALK = whole().split("# Appendix")[0]
OPENING, *PARTS = PART.split(TALK)


@pytest.mark.parametrize(("promised", "part"), [*zip(PARTS[::2], PARTS[1::2], strict=True)])
def test_the_slides_of_a_part_take_its_minutes(promised: str, part: str) -> None:
    needed = sum(MINUTES[words] for words in NOTE.findall(part))
    assert abs(needed - NUMBERS.index(promised)) <= 1


def test_the_cover_says_the_minutes_of_all_parts() -> None:
    promised = [NUMBERS.index(words) for words in PARTS[::2]]
    said = re.search(r"The talk is (\d+) minutes long: opening 2, ([^.]+)\.", OPENING)
    assert said
    assert [int(minutes) for minutes in re.findall(r" (\d+)(?:,|$)", said[2])] == promised
    assert int(said[1]) == 2 + sum(promised)
