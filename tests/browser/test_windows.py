"""Presenter, projector, phone and late joiner: one slide and click step on every machine."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import GONE, NAV, Window, on_slide, slide, stand_at
from tests.browser.test_experiment import expect_state, press
from tests.running import ROOT, RunningServer, free_port, running_server


@pytest.fixture
def guarded_stage() -> Iterator[RunningServer]:
    """A server whose audience may run, but not steer."""
    with running_server(until="live", token="secret", audience_may_run="1") as running:
        yield running


def expect_at(page: Page, number: int, clicks: int = 0) -> None:
    """The window shows this slide and click step, after what time events take."""
    query = rf"\?(.*&)?clicks={clicks}\b" if clicks else r"(\?(?!.*clicks=[1-9]).*)?$"
    expect(page).to_have_url(re.compile(rf"/{number}{query}"))
    expect(page.locator(f"#slide-content .slidev-page-{number} .slidev-layout").first).to_be_visible()


def stays_at(page: Page, number: int, seconds: float = 1) -> None:
    page.wait_for_timeout(1000 * seconds)
    assert slide(page) == number


def settle(*pages: Page) -> None:
    """Load all slides, which a window does by itself after 10 s: moves wait behind that."""
    for page in pages:
        page.evaluate(f"Promise.all({NAV}.slides.map((one) => one.load())).then(() => true)")


def test_all_windows_show_the_presenters_slide_and_click_step(
    stage: RunningServer, window: Window, cards: dict[str, int]
) -> None:
    number = cards["jit"]  # with a click step
    stand_at(stage, number - 1)
    presenter = window(f"/presenter/{number - 1}", url=stage.url)
    projector = presenter.context.new_page()
    projector.goto(f"{stage.url}/4")
    phone = window("/5", url=stage.url)
    for page in (projector, phone):
        expect_at(page, number - 1)
    presenter.keyboard.press("ArrowDown")
    for page in (presenter, projector, phone):
        expect_at(page, number)
    presenter.keyboard.press("ArrowRight")
    late = window("/1", url=stage.url)
    for page in (presenter, projector, phone, late):
        expect_at(page, number, clicks=1)


def test_windows_of_different_browsers_show_the_same_run(
    stage: RunningServer, window: Window, cards: dict[str, int]
) -> None:
    number = cards["jit"]
    stand_at(stage, number)
    projected, presenter = (window(f"{view}/{number}", url=stage.url) for view in ("", "/presenter"))
    press(presenter, "Run")
    expect_state(projected, "running")
    late = window("/1", url=stage.url)
    expect_at(late, number)
    expect_state(late, "running")
    for page in (projected, late, presenter):
        expect_state(page, "done")
    texts = [on_slide(page, "[data-block=timings]").first.inner_text() for page in (projected, late)]
    assert texts[0] == texts[1]


def test_the_audience_may_leaf_and_comes_back_at_the_next_move(stage: RunningServer, window: Window) -> None:
    stand_at(stage, 6)
    presenter = window("/presenter/6", url=stage.url)
    others = [window("/6", url=stage.url), presenter.context.new_page()]
    others[1].goto(f"{stage.url}/6")
    for page in others:
        expect_at(page, 6)
        page.keyboard.press("ArrowLeft")
        expect_at(page, 5)
        page.keyboard.press("ArrowLeft")
        expect_at(page, 4)
    presenter.mouse.move(300, 200)
    presenter.mouse.move(320, 220)
    for page, number in ((presenter, 6), (others[0], 4), (others[1], 4)):
        stays_at(page, number, 0.5)
    presenter.keyboard.press("ArrowRight")
    for page in (presenter, *others):
        expect_at(page, 7)


def test_fast_moves_end_at_the_last_one_and_then_there_is_silence(
    stage: RunningServer, window: Window
) -> None:
    stand_at(stage, 1)
    presenter, phone = window("/presenter/1", url=stage.url), window("/1", url=stage.url)
    projector = presenter.context.new_page()
    projector.goto(f"{stage.url}/1")
    expect_at(projector, 1)
    settle(presenter, phone, projector)
    told: list[str] = []

    def note(request: Request) -> None:
        if request.method == "PUT":
            told.append(request.url)

    for page in (presenter, phone, projector):
        page.on("request", note)
    for _ in range(12):
        presenter.keyboard.press("ArrowRight")
    last = ""
    while last != presenter.url:
        last = presenter.url
        presenter.wait_for_timeout(2000)
    clicks = re.search(r"clicks=(\d+)", last)
    for page in (phone, projector):
        expect_at(page, slide(presenter), clicks=int(clicks[1]) if clicks else 0)
    assert told
    presenter.wait_for_timeout(2000)
    told.clear()
    presenter.wait_for_timeout(5000)
    assert len(told) <= 1  # only that the presenter is still there
    assert presenter.url == last


def test_a_window_on_its_own_is_never_moved(window: Window) -> None:
    """On the server of all tests, which has no presenter."""
    first, second = window("/4"), window("/6")
    first.keyboard.press("ArrowLeft")
    stays_at(first, 3)
    stays_at(second, 6)
    first.reload()
    stays_at(first, 3)


def test_without_the_token_the_presenters_view_only_follows(
    guarded_stage: RunningServer, window: Window
) -> None:
    url = guarded_stage.url
    stranger, audience = window("/presenter/5", url=url), window("/7", url=url)
    stranger.keyboard.press("ArrowLeft")
    expect(stranger).to_have_url(re.compile("/presenter/4"))
    stays_at(audience, 7)
    presenter = window("/presenter/2?token=secret", url=url)
    for number in (2, 3):
        expect_at(audience, number)
        expect(stranger).to_have_url(re.compile(f"/presenter/{number}"))
        presenter.keyboard.press("ArrowRight")


def test_a_server_that_restarts_moves_nobody_and_learns_the_place(window: Window) -> None:
    port = free_port()
    with running_server(port, until="live") as server:
        presenter = window("/presenter/5", url=server.url, expected=GONE)
        projector = presenter.context.new_page()
        projector.goto(f"{server.url}/5")
        settle(presenter, projector)
        server.process.kill()
        server.process.wait()
        stays_at(presenter, 5)
        presenter.keyboard.press("ArrowRight")
        for page in (presenter, projector):  # windows of one browser need no server
            expect(page).to_have_url(re.compile(r"/6(\?|$)"))
    with running_server(port, until="live") as server:
        late = window("/1", url=server.url, expected=GONE)
        expect_at(late, 6)
        for page in (presenter, projector):
            stays_at(page, 6)
        for page in (late, presenter, projector):
            page.close()


def test_notes_follow_on_another_device(stage: RunningServer, window: Window) -> None:
    stand_at(stage, 2)
    presenter = window("/presenter/2", url=stage.url)
    notes = window("/1", url=stage.url)
    notes.goto(f"{stage.url}/notes")
    words = "This is NumPy under another name"
    assert words in (ROOT / "slides" / "pages" / "throw.md").read_text()
    expect(notes.locator("body")).to_contain_text(words)
    presenter.keyboard.press("ArrowRight")
    expect(notes.locator("body")).not_to_contain_text(words)
