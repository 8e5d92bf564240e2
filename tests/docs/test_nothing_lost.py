"""Nothing is lost when slides are moved: each page, slide, experiment and region of code is in the deck."""

import re

from jaxlive.cli.slides import entry, written
from jaxlive.lab.declare.experiment import experiments
from tests.running import ROOT

DECK = written()
FOLDER = entry().parent
PAGES = {str(file.relative_to(FOLDER)): file.read_text() for file in (FOLDER / "pages").rglob("*.md")}
HEADING = re.compile(r"^# (.+)$", re.MULTILINE)
REGION = re.compile(r"^# region (\w+)$", re.MULTILINE)
IMPORT = re.compile(r"^<<< \S*?(experiments/\S+)", re.MULTILINE)


def test_each_page_is_in_the_deck() -> None:
    assert set(PAGES) == {slide.page for slide in DECK.slides} - {entry().name}


def test_each_heading_of_a_page_is_a_slide() -> None:
    for page, text in PAGES.items():
        assert HEADING.findall(text) == [slide.title for slide in DECK.slides if slide.page == page]


def test_each_experiment_has_a_card() -> None:
    assert set(experiments()) == {card.name for card in DECK.runs}


def test_each_region_is_on_a_slide() -> None:
    there = {
        f"{file.relative_to(ROOT)}#{name}"
        for file in (ROOT / "experiments").rglob("*.py")
        for name in REGION.findall(file.read_text())
    }
    shown = {found for text in PAGES.values() for found in IMPORT.findall(text)}
    assert sorted(there - shown) == []
