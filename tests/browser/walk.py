"""What a walk through the slides sees on each: what sticks out, whom it keeps out, whose code it shows."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from jaxlive.cli.slides import Slide
from tests.browser.axe import violations
from tests.browser.conftest import NAV, card, on_slide
from tests.running import ROOT

LINES = {
    line.removesuffix("# fmt: skip").strip()
    for file in (ROOT / "experiments").rglob("*.py")
    for line in file.read_text().splitlines()
}

GROWING = ".slidev-code-magic-move"
AT_REST = ":not(:has([class*=-active]))"

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
    if (past > 1) out.push(`slide ${page}: ${element.tagName}.${element.className}: ${Math.round(past)} px`)
  }
  return out
}"""


@dataclass
class Seen:
    """What was wrong on a walk, and how many blocks of code were code that runs."""

    outside: list[str] = field(default_factory=list)
    barriers: list[str] = field(default_factory=list)
    small: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    imports: int = 0


def look(page: Page, number: int, seen: Seen, *schemes: str) -> None:
    """At the slide in view; by axe in these schemes."""
    seen.outside += page.evaluate(STICKING_OUT, number)
    for scheme in schemes:
        seen.barriers += violations(page, number, scheme)


def steps(page: Page) -> Iterator[int]:
    """The click steps of the slide in view where its code grows; of others the first."""
    yield 0
    clicks = page.evaluate(f"{NAV}.clicksTotal") if on_slide(page, GROWING).count() else 0
    for step in range(1, clicks + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_function(f"step => {NAV}.clicks === step", arg=step)
        on_slide(page, f"{GROWING}{AT_REST}").wait_for()
        yield step


def imported(page: Page) -> int:
    """How many blocks of code on the slide have no line that is not in a file of experiments/."""
    blocks = on_slide(page, "pre.shiki").all_inner_texts()
    lines = [{line.strip() for line in block.splitlines()} - {""} for block in blocks]
    return sum(bool(block) and block <= LINES for block in lines)


def expect_results(page: Page, slide: Slide) -> None:
    """Each card of the slide in view is done, and its result is visible."""
    expect(card(page)).to_have_count(len(slide.cards))
    for written, one in zip(slide.cards, card(page).all(), strict=True):
        expect(one).to_have_attribute("data-state", "done")
        content = ".ways, .pipeline, .ladder" if written.drawn else "[data-block]"
        expect(one.locator(content).first).to_be_visible()
