"""Every slide: nothing overflows, idle and with results, in light and in dark."""

import pytest
from playwright.sync_api import Page, expect

from cli.cards import cards
from tests.browser.conftest import RESULTS_S, Results, Window, card, go, on_slide, slide_count
from tests.running import ROOT, RunningServer

CODE = "".join(file.read_text() for file in (ROOT / "experiments").rglob("*.py"))

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


def sticking_out(page: Page, number: int) -> list[str]:
    go(page, number)
    if card(page).count():
        expect(card(page).first).not_to_have_attribute("data-state", "away")
    found: list[str] = page.evaluate(STICKING_OUT, number)
    return [f"slide {number}: {one}" for one in found]


def test_no_idle_slide_overflows(fresh_server: RunningServer, window: Window) -> None:
    page = window("/2", url=fresh_server.url)
    count = slide_count(page)
    assert count >= 9
    assert [one for number in range(1, count + 1) for one in sticking_out(page, number)] == []


@pytest.mark.timeout(RESULTS_S)
def test_slides_show_blocks_that_exist(results: Results) -> None:
    for written in cards():
        words = {word for block in results[written.key] for word in (block["kind"], block.get("label", ""))}
        missing = set(written.show) - {word.replace("_", " ") for word in words}
        assert not missing, f"{written.key} has no block {missing}"


@pytest.mark.timeout(RESULTS_S)
@pytest.mark.usefixtures("results")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_slide_overflows_with_results_shown(window: Window, scheme: str) -> None:
    page = window("/2", color_scheme=scheme)
    cards = 0
    for number in range(1, slide_count(page) + 1):
        assert sticking_out(page, number) == []
        for shown in card(page).all():
            expect(shown).to_have_attribute("data-state", "done")
            expect(shown.locator("[data-block], .ways, .pipeline, .ladder").first).to_be_visible()
            cards += 1
    assert cards >= 8
    assert page.evaluate("document.documentElement.classList.contains('dark')") == (scheme == "dark")


def test_each_demo_shows_code_that_runs(window: Window) -> None:
    """The code on the slide is imported: each line of it stands in a file of experiments/."""
    page = window("/2")
    demos = 0
    for number in range(1, slide_count(page) + 1):
        go(page, number)
        blocks = on_slide(page, "pre.shiki").all()
        if blocks and card(page).count():
            assert all(line.strip() in CODE for block in blocks for line in block.inner_text().splitlines())
            demos += 1
    assert demos >= 4
