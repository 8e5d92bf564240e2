"""Every slide: nothing overflows, idle and with results, in light and in dark."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cards import deck
from tests.browser.conftest import RESULTS_S, Results, Window, card, go, on_slide, slide_count
from tests.running import ROOT, RunningServer

LINES = {
    line.removesuffix("# fmt: skip").strip()
    for file in (ROOT / "experiments").rglob("*.py")
    for line in file.read_text().splitlines()
}

# An element sticks out when it leaves the canvas and no ancestor clips or scrolls it.
STICKING_OUT = """page => {
  const layout = document.querySelector(`#slide-content .slidev-page-${page} .slidev-layout`)
  const canvas = layout.closest('.slidev-page').getBoundingClientRect()
  const clipped = (element) => {
    for (let e = element.parentElement; e && e !== layout; e = e.parentElement) {
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(e).overflow)) return true
    }
    return false
  }
  const out = []
  for (const element of layout.querySelectorAll('*')) {
    const box = element.getBoundingClientRect()
    if (!box.width || !box.height || clipped(element)) continue
    const past = Math.max(canvas.left - box.left, canvas.top - box.top,
                          box.right - canvas.right, box.bottom - canvas.bottom)
    if (past > 1) out.push(`${element.tagName}.${element.className}: ${Math.round(past)} px`)
  }
  return out
}"""


FOCUS_WITHIN = "page => document.querySelector(`.slidev-page-${page}`).matches(':focus-within')"
SELECTORS = """() => [...document.styleSheets].flatMap(function inner(sheet) {
  return [...sheet.cssRules].flatMap((rule) => rule.selectorText ?? (rule.cssRules ? inner(rule) : []))
})"""


def sticking_out(page: Page, number: int) -> list[str]:
    go(page, number)
    if card(page).count():
        expect(card(page).first).not_to_have_attribute("data-state", "away")
    found: list[str] = page.evaluate(STICKING_OUT, number)
    return [f"slide {number}: {one}" for one in found]


def test_no_idle_slide_overflows(fresh_server: RunningServer, window: Window) -> None:
    page = window("/2", url=fresh_server.url)
    count = slide_count(page)
    assert count == len(deck().slides)
    assert [one for number in range(1, count + 1) for one in sticking_out(page, number)] == []


@pytest.mark.timeout(RESULTS_S)
def test_slides_show_blocks_that_exist(results: Results) -> None:
    for shown in deck().runs:
        missing = shown.missing(results[shown.key])
        assert not missing, f"{shown.key} has no block {missing}"


@pytest.mark.timeout(RESULTS_S)
@pytest.mark.usefixtures("results")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_slide_overflows_with_results_shown(window: Window, scheme: str) -> None:
    page = window("/2", color_scheme=scheme)
    for number, slide in enumerate(deck().slides, 1):
        assert sticking_out(page, number) == []
        expect(card(page)).to_have_count(len(slide.cards))
        for written, shown in zip(slide.cards, card(page).all(), strict=True):
            expect(shown).to_have_attribute("data-state", "done")
            content = ".ways, .pipeline, .ladder" if written.drawn else "[data-block]"
            expect(shown.locator(content).first).to_be_visible()
    assert page.evaluate("document.documentElement.classList.contains('dark')") == (scheme == "dark")


def test_imported_code_is_code_that_runs(window: Window) -> None:
    """Each line of what a slide imports stands in a file of experiments/."""
    pages = {slide.page for slide in deck().slides}
    imports = sum((ROOT / "slides" / page).read_text().count("\n<<< ") for page in pages)
    page = window("/2")
    true = 0
    for number in range(1, slide_count(page) + 1):
        go(page, number)
        for block in on_slide(page, "pre.shiki").all():
            lines = {line.strip() for line in block.inner_text().splitlines()} - {""}
            true += bool(lines) and lines <= LINES
    assert true == imports


def test_a_slide_comes_back_as_it_was_left_and_is_out_of_reach_meanwhile(
    server: RunningServer, window: Window, cards: dict[str, int]
) -> None:
    assert server.client.post("/api/experiments/jit").json()["status"] == "done"
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
