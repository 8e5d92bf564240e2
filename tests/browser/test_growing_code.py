"""Code grows from step to step: each step is code that runs, and nothing moves for who wants no motion."""

import re

import pytest
from playwright.sync_api import Page, expect

from jaxlive.cli.slides import Slide, entry
from jaxlive.lab.declare.experiment import region
from tests.browser.cards import deck
from tests.browser.conftest import Window, go, on_slide
from tests.browser.walk import GROWING, imported, steps
from tests.running import ROOT

MOVED = """() => {
  window.moved = []
  document.addEventListener('transitionrun', ({ target }) => window.moved.push(target.className))
}"""

CHANGED = """number => {
  window.changed = 0
  const code = document.querySelector(`.slidev-page-${number} .slidev-code-magic-move`)
  const count = (changes) => (window.changed += changes.length)
  new MutationObserver(count).observe(code, { childList: true, subtree: true })
}"""
MOVING_MS = 1000


@pytest.fixture(scope="module")
def growing() -> dict[int, Slide]:
    """The slides on which code grows, by number."""
    pages = {slide.page for slide in deck().talk if "magic-move" in (entry().parent / slide.page).read_text()}
    return {number: slide for number, slide in enumerate(deck().talk, 1) if slide.page in pages}


def code(page: Page) -> str:
    return on_slide(page, f"{GROWING} pre").inner_text().strip()


def test_each_step_is_code_that_runs_and_has_its_mark_in_the_note(
    window: Window, growing: dict[int, Slide]
) -> None:
    page, found = window("/2"), 0
    for number, slide in growing.items():
        go(page, number)
        if not on_slide(page, GROWING).count():
            continue
        shown = [code(page) for _ in steps(page) if imported(page)]
        assert len(shown) == 1 + slide.note.count("[click]"), slide.title
        assert len(set(shown)) > 1, slide.title
        found += 1
    assert found == 4


def test_a_class_turns_into_a_function_and_back(window: Window, cards: dict[str, int]) -> None:
    file = ROOT / "experiments" / "purity" / "rnn_state.py"
    before, after = (
        region(file, name).code.strip().replace("\n\n\n", "\n\n") for name in ("stateful", "slide")
    )
    page = window(f"/{cards['rnn-state']}")
    expect(on_slide(page, GROWING)).to_contain_text("class")
    assert code(page) == before
    page.keyboard.press("ArrowRight")
    expect(on_slide(page, GROWING)).not_to_contain_text("class")
    assert code(page) == after
    page.keyboard.press("ArrowLeft")
    expect(on_slide(page, GROWING)).to_contain_text("class")
    assert code(page) == before


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_it_moves_only_for_who_wants_motion(window: Window, cards: dict[str, int], wish: str) -> None:
    page = window(f"/{cards['rnn-state']}", reduced_motion=wish)
    expect(on_slide(page, GROWING)).to_contain_text("class")
    page.evaluate(MOVED)
    page.keyboard.press("ArrowRight")
    expect(on_slide(page, GROWING)).not_to_contain_text("class")
    moved = page.evaluate("moved.filter((name) => /magic-move-(move|enter|leave)/.test(name)).length")
    assert (moved > 0) == (wish == "no-preference")


def test_it_stands_still_while_another_slide_is_in_view(window: Window, cards: dict[str, int]) -> None:
    number = cards["rnn-state"]
    page = window(f"/{number}")
    expect(on_slide(page, GROWING)).to_contain_text("class")
    page.evaluate(CHANGED, number)
    for key, there in (("ArrowDown", number + 1), ("ArrowUp", number)):
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(rf"/{there}$"))
        page.wait_for_timeout(MOVING_MS)
    assert page.evaluate("changed") == 0
    expect(on_slide(page, GROWING)).to_contain_text("class")
