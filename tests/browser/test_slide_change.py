"""A change of slides: what stays of the slide that was left, and what the browser has to style anew."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Window, go, on_slide

FOCUS_WITHIN = "page => document.querySelector(`.slidev-page-${page}`).matches(':focus-within')"
SELECTORS = """() => [...document.styleSheets].flatMap(function inner(sheet) {
  return [...sheet.cssRules].flatMap((rule) => rule.selectorText ?? (rule.cssRules ? inner(rule) : []))
})"""


def test_a_slide_comes_back_as_it_was_left_and_is_out_of_reach_meanwhile(
    window: Window, cards: dict[str, int]
) -> None:
    number = cards["jit"]
    page = window(f"/{number}")
    plot = on_slide(page, "[data-block=timings] svg").first.element_handle()
    go(page, number + 1)
    assert not plot.is_visible()
    hit = page.evaluate("document.elementFromPoint(480, 270).closest('.slidev-page').dataset.slidevNo")
    assert hit == str(number + 1)
    for _ in range(12):
        page.keyboard.press("Tab")
        assert not page.evaluate(FOCUS_WITHIN, number)
    go(page, number)
    expect(on_slide(page, "[data-block=timings] svg").first).to_be_visible()
    assert plot.is_visible(), "the plot was drawn anew"


def test_a_change_of_class_has_nothing_else_styled_anew(window: Window) -> None:
    """A rule for what is inside of any class at all would have the browser look at every element inside."""
    rules: list[str] = window("/2").evaluate(SELECTORS)
    assert [rule for rule in rules if ".prose" in rule], "the speaker's notes have lost their rules"
    assert [rule for rule in rules if re.search(r"\[class[^\]]*\] \*", rule)] == []
