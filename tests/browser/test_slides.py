"""The slides are walked through: idle, and with results in light and in dark.

Nothing overflows or is too small, nobody is kept out, cards show their results, and what a slide imports is
code that runs. The walk is through the main talk; JAXLIVE_SOAK_SLIDES=all goes through the appendix too,
which may be smaller and scroll: it is there to look things up.
"""

import re
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import load_axe
from tests.browser.cards import deck, walked
from tests.browser.conftest import card, go, slide_count, windows
from tests.browser.profiles import Profiles
from tests.browser.sizes import cut_off, too_small
from tests.browser.walk import Seen, expect_results, imported, look, steps
from tests.running import ROOT, RunningServer, running_server

pytestmark = pytest.mark.timeout(1800)
Scheme = Literal["dark", "light"]
SCHEMES: list[Scheme] = ["dark", "light"]
IDLE = 20
"""Slides that axe looks at without results: the cards of the others are idle in the same way."""


@pytest.fixture(scope="module")
def idle(profiles: Profiles) -> Iterator[Seen]:
    """Nothing has run on the server of this walk."""
    seen = Seen()
    with running_server(until="live") as server, windows(profiles, server.url) as window:
        page = window("/2")
        assert slide_count(page) == len(deck().slides)
        load_axe(page)
        for number in walked():
            go(page, number)
            if card(page).count():
                expect(card(page).first).not_to_have_attribute("data-state", "away")
            look(page, number, seen, *(SCHEMES[::-1] if number <= IDLE else []))
            seen.imports += imported(page)
        yield seen


def prefer(page: Page, scheme: Scheme) -> None:
    """The system of the audience prefers this scheme, and the deck takes it over."""
    page.emulate_media(color_scheme=scheme)
    expect(page.locator("html.dark")).to_have_count(int(scheme == "dark"))


@pytest.fixture(scope="module")
def shown(profiles: Profiles, server: RunningServer) -> Seen:
    """Each card has its result; each step is looked at in both schemes before the next."""
    seen, schemes = Seen(), SCHEMES
    with windows(profiles, server.url) as window:
        page = window("/2", color_scheme="dark")
        expect(page.locator("html.dark")).to_be_attached()
        load_axe(page)
        for number, slide in walked().items():
            go(page, number)
            expect_results(page, slide)
            for _ in steps(page):
                for scheme in schemes:
                    prefer(page, scheme)
                    look(page, number, seen, scheme)
                    if not slide.appendix:
                        seen.small += too_small(page, number)
                        seen.cut += cut_off(page, number)
                schemes = schemes[::-1]  # to change is dear: the next step begins as this one ends
    return seen


def test_no_idle_slide_overflows(idle: Seen) -> None:
    assert idle.outside == []


def test_no_idle_slide_keeps_anyone_out(idle: Seen) -> None:
    assert idle.barriers == []


def test_imported_code_is_code_that_runs(idle: Seen) -> None:
    """Each line of what a slide imports stands in a file of experiments/; code that grows is one block."""
    pages = {slide.page for slide in walked().values()}
    written = "".join((ROOT / "slides" / page).read_text() for page in pages)
    assert idle.imports == re.sub("(?s)````.*?````", "<<< ", written).count("\n<<< ")


def test_no_slide_overflows_with_results_shown(shown: Seen) -> None:
    assert shown.outside == []


def test_no_slide_with_results_keeps_anyone_out(shown: Seen) -> None:
    assert shown.barriers == []


def test_the_last_row_can_read_all_of_it(shown: Seen) -> None:
    assert shown.small == []


def test_nothing_is_cut_off_or_has_to_be_scrolled_to(shown: Seen) -> None:
    assert shown.cut == []
