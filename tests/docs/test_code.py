"""The code on slides: as a person writes it, short enough to be read from the last row, lit where it says."""

import re
from itertools import pairwise

import pytest

from jaxlive.cli.slides import entry, written
from jaxlive.lab.declare.experiment import region
from tests.running import ROOT

IMPORT = re.compile(r"^<<< \S*?(experiments/\S+)#(\S+) py(?: \{(\S+)\})?$", re.MULTILINE)
DECK = written()
TALK = {slide.page for slide in DECK.talk}
PAGES = {slide.page for slide in DECK.slides}
IMPORTS = {page: IMPORT.findall((entry().parent / page).read_text()) for page in PAGES}
SHOWN = sorted({(file, name) for page in TALK for file, name, _ in IMPORTS[page]})
LIT = sorted({found for page in IMPORTS.values() for found in page if found[2]})


def test_the_talk_shows_code() -> None:
    assert len(SHOWN) > 30


@pytest.mark.parametrize(("file", "name"), SHOWN)
def test_code_fits_its_slide_and_says_nothing_to_a_type_checker(file: str, name: str) -> None:
    lines = region(ROOT / file, name).code.strip().split("\n")
    assert sum(bool(line or before) for before, line in pairwise(["", *lines])) <= 14  # as the theme shows it
    assert max(map(len, lines)) <= 76
    assert not any(re.search(r"\bAny\b", line) for line in lines)


@pytest.mark.parametrize(("file", "name", "steps"), LIT)
def test_steps_begin_and_end_on_lines_of_code(file: str, name: str, steps: str) -> None:
    lines = region(ROOT / file, name).code.strip().split("\n")
    assert all(lines[int(number) - 1] for number in re.findall(r"\d+", steps))
