"""Every slide under axe, in light and in dark, without results and with them; what is spoken."""

import os
import signal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    RESULTS_S,
    Window,
    card,
    go,
    on_slide,
    slide_count,
)
from tests.running import ROOT, RunningServer

IDLE = 20
"""Slides looked at without results: the cards of the others are idle in the same way."""
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# axe reads the whole page: the other slides are taken out while it runs. In dark only colours differ.
VIOLATIONS = """async ([number, scheme]) => {
  const shows = document.querySelector('#slideshow')
  const slides = [...shows.childNodes]
  document.documentElement.classList.toggle('dark', scheme === 'dark')
  shows.replaceChildren(shows.querySelector(`.slidev-page-${number}`))
  const runOnly = scheme === 'dark' ? ['color-contrast'] : undefined
  const { violations } = await axe.run('#slideshow', { runOnly, resultTypes: ['violations'] })
  shows.replaceChildren(...slides)
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) =>
      `slide ${number}, ${scheme}: ${id}: ${html.slice(0, 160)}`))
}"""


def violations(page: Page, last: int | None = None) -> list[str]:
    """What axe finds on all slides, or up to the last; in a run of it the page has been loaded once."""
    page.evaluate(AXE.read_text())
    found, count = [], slide_count(page)
    for number in range(1, (last or count) + 1):
        go(page, number)
        # The last one to be drawn: Vue must find its slides in their place.
        page.locator(f".slidev-page-{min(number + 1, count)}").wait_for(state="attached")
        for scheme in ("light", "dark"):
            found += page.evaluate(VIOLATIONS, [number, scheme])
    return found


def test_no_idle_slide_keeps_anyone_out(fresh_server: RunningServer, window: Window) -> None:
    assert violations(window("/2", url=fresh_server.url), last=IDLE) == []


@pytest.mark.timeout(RESULTS_S)
@pytest.mark.usefixtures("results")
def test_no_slide_with_results_keeps_anyone_out(window: Window) -> None:
    assert violations(window("/2")) == []


@pytest.mark.timeout(RESULTS_S)
@pytest.mark.usefixtures("results")
def test_what_is_drawn_can_be_read_too(window: Window, cards: dict[str, int]) -> None:
    """Plots are hidden from screen readers; a table beside each has its numbers."""
    page = window("/2")
    for kind, experiment in (("timings", "jit"), ("series", "rnn-state")):
        go(page, cards[experiment])
        block = on_slide(page, f"[data-block={kind}]").first
        expect(block.locator("svg").first).to_be_attached()
        assert block.locator("svg:not([aria-hidden=true] *)").count() == 0
        assert block.locator("table tbody td").count() >= 2


def test_the_end_of_a_run_is_told_politely(
    fresh_server: RunningServer, window: Window, cards: dict[str, int]
) -> None:
    page = window(f"/{cards['grad']}", url=fresh_server.url)
    told = card(page).locator("> [role=status]")
    expect(told).to_have_text("")
    page.keyboard.press("r")
    expect(told).to_contain_text("Running.")
    expect(told).to_contain_text("Done.", timeout=60_000)
    page.keyboard.press("r")
    expect(told).to_contain_text("Running.")
    for worker in fresh_server.client.get("/api/health").json()["workers"]:
        if worker["state"] == "busy":
            os.kill(worker["pid"], signal.SIGKILL)
    expect(told).to_contain_text("Failed. ")
