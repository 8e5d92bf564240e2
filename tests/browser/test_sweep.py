"""A sweep on a slide: it grows point by point in every window, and can be stopped in each."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from jaxlive.cli.slides import Card
from tests.browser.cards import slides_of
from tests.browser.conftest import Window, go, on_slide
from tests.running import RunningServer

POINT_MS = 90_000
SWEPT = Card(name="jit", pinned={"array_length": 1000})


def sweep(page: Page) -> Locator:
    return on_slide(page, "[data-sweep]")


def expect_points(page: Page, count: int) -> None:
    """Rows of the table behind the plot."""
    expect(sweep(page).locator("tbody tr")).to_have_count(count, timeout=POINT_MS)


def expect_state(page: Page, state: str) -> None:
    expect(sweep(page)).to_have_attribute("data-state", state, timeout=POINT_MS)


@pytest.fixture
def number() -> int:
    """The slide that has one."""
    return slides_of(SWEPT)[0]


def test_a_sweep_grows_in_all_windows_and_stops_in_all(
    fresh_server: RunningServer, window: Window, number: int
) -> None:
    runs = fresh_server.client
    page, other = (window(f"/{number}", url=fresh_server.url) for _ in range(2))
    expect_state(page, "idle")
    sweep(page).get_by_role("button", name="Run", exact=True).click()
    for count in (1, 2):
        for seen in (page, other):
            expect_points(seen, count)
            expect_state(seen, "running")
    dots = [sweep(seen).locator("svg [aria-label=dot] circle") for seen in (page, other)]
    for circles in dots:
        expect(circles).not_to_have_count(0)
    assert dots[0].count() == dots[1].count() >= 2 * 3

    other.keyboard.press("x")
    for seen in (page, other):
        expect_state(seen, "cancelled")
        expect(sweep(seen).locator(".facts")).to_contain_text(re.compile(r"[23]\sof\s5\spoints"))
    left = [run["status"] for run in runs.get("/api/runs").json()]
    assert set(left) == {"done", "cancelled"}
    page.wait_for_timeout(1000)
    assert [run["status"] for run in runs.get("/api/runs").json()] == left

    late = window("/1", url=fresh_server.url)
    go(late, number)
    expect(sweep(late).locator("tbody")).to_have_text(
        sweep(page).locator("tbody").inner_text(), use_inner_text=True
    )
    expect_state(late, "cancelled")
