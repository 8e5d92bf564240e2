"""A click, a result: run, cancel, keys, windows, reload, and a server that goes away."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cards import deck
from tests.browser.conftest import GONE, Window, card, on_slide, show, slide
from tests.running import RunningServer, free_port, running_server, wait_for

Cards = dict[str, int]


def expect_state(page: Page, *states: str) -> None:
    pattern = re.compile(f"^({'|'.join(states)})$")
    expect(card(page)).to_have_attribute("data-state", pattern)


def press(page: Page, button: str) -> None:
    card(page).get_by_role("button", name=button, exact=True).click()


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    """A server of its own: its runs are cancelled."""
    with running_server(until="live") as running:
        yield running


@pytest.fixture(autouse=True)
def no_run_left(server: RunningServer) -> None:
    for status in ("queued", "running"):
        for run in server.client.get("/api/runs", params={"status": status}).json():
            server.client.delete(f"/api/runs/{run['id']}")


def shows_program(name: str) -> int:
    """The first slide that shows the program of this experiment."""
    shown = ((n, card) for n, slide in enumerate(deck().slides, 1) for card in slide.cards)
    return next(n for n, card in shown if card.name == name and "program" in card.show)


def test_a_click_shows_timings_and_the_program(window: Window, cards: Cards) -> None:
    page = window(f"/{cards['grad']}")
    press(page, "Run")
    expect_state(page, "queued", "running")
    expect_state(page, "done")
    timings = on_slide(page, "[data-block=timings]")
    expect(timings.locator("svg").first).to_be_visible()
    assert timings.locator("svg circle").count() >= 10
    show(page, page.url.rpartition("/")[0], shows_program("grad"))
    for tab, word in [("Python", "def "), ("jaxpr", "lambda"), ("StableHLO", "func.func"), ("HLO", "ENTRY")]:
        card(page).get_by_role("tab", name=tab, exact=True).click()
        expect(on_slide(page, "[data-block=program]")).to_contain_text(word)


def test_a_raised_error_is_a_result(window: Window, cards: Cards, server: RunningServer) -> None:
    server.client.post("/api/experiments/immutability")
    page = window(f"/{cards['immutability']}")
    expect_state(page, "done")
    expect(on_slide(page, "[data-block=raised]").first).to_contain_text("TypeError")


def test_a_reload_in_the_middle_finds_the_run(window: Window, cards: Cards) -> None:
    page = window(f"/{cards['jit']}")
    press(page, "Run")
    expect_state(page, "running")
    page.reload()
    expect_state(page, "running")
    expect_state(page, "done")
    expect(on_slide(page, "[data-block=timings]").first).to_be_visible()


def test_cancel_ends_the_run_at_once(window: Window, cards: Cards, server: RunningServer) -> None:
    page = window(f"/{cards['jit']}")
    press(page, "Run")
    expect_state(page, "running")
    press(page, "Cancel")
    expect_state(page, "cancelled")
    assert server.client.get("/api/runs", params={"limit": 1}).json()[0]["status"] == "cancelled"
    press(page, "Run")
    expect_state(page, "running")
    page.keyboard.press("x")
    expect_state(page, "cancelled")


def test_the_clicker_still_works_after_a_click(window: Window, cards: Cards) -> None:
    page = window(f"/{cards['grad']}")
    press(page, "Run")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(rf"/{cards['grad'] + 1}(\?|$)"))
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(rf"/{cards['grad']}(\?|$)"))
    expect_state(page, "done")
    page.keyboard.press("PageDown")
    page.wait_for_url(re.compile(rf"/{cards['grad'] + 1}(\?|$)"))


def test_r_runs_the_experiment_of_the_slide_in_view(
    window: Window, cards: Cards, server: RunningServer
) -> None:
    page = window(f"/{cards['grad']}")
    expect_state(page, "idle", "done", "cancelled")
    before = len(server.client.get("/api/runs", params={"experiment": "grad"}).json())
    page.keyboard.press("r")
    expect_state(page, "queued", "running")
    expect_state(page, "done")
    assert len(server.client.get("/api/runs", params={"experiment": "grad"}).json()) == before + 1


def test_typing_in_a_field_changes_no_slide_and_sets_the_parameter(
    window: Window, cards: Cards, server: RunningServer
) -> None:
    page = window(f"/{cards['loops']}")
    field = card(page).get_by_role("spinbutton", name="steps")
    field.fill("")
    field.press_sequentially("30 ")
    page.keyboard.press("ArrowLeft")
    assert slide(page) == cards["loops"]
    press(page, "Run")
    expect_state(page, "queued", "running")
    newest = server.client.get("/api/runs", params={"limit": 1}).json()[0]
    assert newest["params"]["steps"] == 30
    expect_state(page, "done")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(rf"/{cards['loops'] + 1}(\?|$)|[?&]clicks=1\b"))


def test_a_parameter_that_is_refused_is_told_in_the_card(window: Window, cards: Cards) -> None:
    page = window(f"/{cards['jit']}", expected="status of 422")
    card(page).get_by_role("spinbutton", name="array length").fill("1")
    press(page, "Run")
    expect(card(page)).to_contain_text("greater than or equal to")


def test_an_audience_starts_nothing_by_keys_either(window: Window, cards: Cards) -> None:
    with running_server(until="live", token="secret") as server:
        page = window(f"/{cards['jit']}", url=server.url, expected=GONE)
        expect(card(page).get_by_role("button", name="Run", exact=True)).to_be_disabled()
        card(page).get_by_role("spinbutton", name="array length").fill("20000")
        for key in ("Enter", "r"):
            page.keyboard.press(key)
        page.wait_for_timeout(500)
        assert server.client.get("/api/runs").json() == []
        expect_state(page, "idle")


def test_a_server_that_dies_is_told_and_its_return_too(window: Window, cards: Cards) -> None:
    port = free_port()
    with running_server(port, until="live") as server:
        page = window(f"/{cards['loops']}", url=server.url, expected=GONE)
        press(page, "Run")
        expect_state(page, "running")
        server.process.kill()
        expect_state(page, "away")
        assert "server" in card(page).inner_text().lower()
        field = card(page).get_by_role("spinbutton", name="steps")
        field.fill("30")
        server.process.wait()
    with running_server(port, until="live") as server:
        expect_state(page, "idle", "done")
        expect(field).to_have_value("30")
        press(page, "Run")
        expect_state(page, "running")
        wait_for(lambda: server.client.get("/api/runs").json()[0]["status"] == "done")
        expect_state(page, "done")


def test_windows_of_one_browser_all_work(window: Window, cards: Cards, server: RunningServer) -> None:
    """Browsers allow six connections to a host; each window takes one for its events."""
    first = window(f"/{cards['grad']}")
    others = [first.context.new_page() for _ in range(3)]
    for page in others:
        show(page, server.url, cards["grad"])
    press(first, "Run")
    for page in (first, *others):
        expect_state(page, "done")
    began = time.monotonic()
    press(others[-1], "Run")
    expect_state(first, "queued", "running")
    assert time.monotonic() - began < 10
