"""What is spoken: the numbers of a drawing, and the end of a run."""

import os
import signal

from playwright.sync_api import expect

from tests.browser.conftest import Window, card, go, on_slide, stand_at
from tests.running import RunningServer


def test_what_is_drawn_can_be_read_too(window: Window, cards: dict[str, int]) -> None:
    """Plots are hidden from screen readers; a table beside each has its numbers."""
    drawn = {"timings": "jit", "series": "rnn-state"}
    page = window("/2")
    for kind, experiment in drawn.items():
        go(page, cards[experiment])
        block = on_slide(page, f"[data-block={kind}]").first
        expect(block.locator("svg").first).to_be_attached()
        assert block.locator("svg:not([aria-hidden=true] *)").count() == 0
        assert block.locator("table tbody td").count() >= 2


def test_the_end_of_a_run_is_told_politely(
    stage: RunningServer, window: Window, cards: dict[str, int]
) -> None:
    """Its first run: no other test of this server runs that experiment."""
    stand_at(stage, cards["vjp-jvp"])
    page = window(f"/{cards['vjp-jvp']}", url=stage.url)
    told = card(page).locator("> [role=status]")
    expect(told).to_have_text("")
    page.keyboard.press("r")
    expect(told).to_contain_text("Running.")
    expect(told).to_contain_text("Done.")
    page.keyboard.press("r")
    expect(told).to_contain_text("Running.")
    (run,) = stage.client.get("/api/runs?status=running").json()
    stage.wait_for_blocks(run["id"])  # before that it would be repeated
    os.kill(stage.busy_pid(), signal.SIGKILL)
    expect(told).to_contain_text("Failed. ")
