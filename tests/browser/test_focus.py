"""A result, or code, as large as the slide: by key and by touch, in all windows, until the next move."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.cards import deck
from tests.browser.conftest import Window, card, on_slide, stand_at
from tests.browser.test_experiment import expect_state
from tests.browser.test_program import badge, lit, pane
from tests.browser.test_windows import expect_at
from tests.running import RunningServer, wait_for

ENDS = "The same throw, the same three words"
PROGRAM = "What the compiler sees"


def titled(title: str) -> int:
    """The number of this slide."""
    return next(n for n, one in enumerate(deck().slides, 1) if one.title == title)


@pytest.fixture(scope="module")
def jit(cards: dict[str, int]) -> int:
    """A slide with code and a result."""
    return cards["jit"]


def layout(page: Page) -> Locator:
    return on_slide(page, ".slidev-layout")


def expect_focus(focus: str | None, *pages: Page) -> None:
    for page in pages:
        if focus:
            expect(layout(page)).to_have_attribute("data-focus", focus)
        else:
            expect(layout(page)).not_to_have_attribute("data-focus", re.compile(""))


def size(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box
    return box["width"], box["height"]


def text_size(part: Locator) -> float:
    return float(part.evaluate("element => parseFloat(getComputedStyle(element).fontSize)"))


def test_a_key_goes_through_result_code_and_both(window: Window, jit: int) -> None:
    page = window(f"/{jit}")
    expect_state(page, "done")
    title, code = on_slide(page, "h1"), on_slide(page, ".slidev-code")
    parts = (card(page), code.first)
    at_rest = [part.bounding_box() for part in parts]
    page.keyboard.press("z")
    expect_focus("result", page)
    expect(title).to_be_hidden()
    expect(code.first).to_be_hidden()
    width, height = size(card(page))
    assert width > 900
    assert height > 480
    page.keyboard.press("z")
    expect_focus("code", page)
    expect(card(page)).to_be_hidden()
    assert size(code.first)[0] > 900
    assert text_size(code.first) >= 22
    page.keyboard.press("z")
    expect_focus("both", page)
    expect(title).to_be_hidden()
    assert text_size(code.first) >= 22
    (left, _), (right, height) = size(code.first), size(card(page))
    assert left + right > 850
    assert height > 480
    page.keyboard.press("z")
    expect_focus(None, page)
    assert [part.bounding_box() for part in parts] == at_rest


def test_a_chart_has_three_quarters_of_the_height_also_beside_its_number(
    window: Window, cards: dict[str, int]
) -> None:
    page = window(f"/{cards['grad']}")
    plot = on_slide(page, ".experiment .chart svg")
    expect(plot).to_be_visible()
    page.keyboard.press("z")
    expect_focus("result", page)
    wait_for(lambda: size(plot)[1] >= 0.75 * 540, 10)
    number, chart = on_slide(page, ".headline strong").bounding_box(), plot.bounding_box()
    assert number
    assert chart
    assert number["x"] + number["width"] <= chart["x"]


def test_a_plot_alone_on_its_card_has_three_quarters_of_the_height(window: Window) -> None:
    number = next(n for n, one in enumerate(deck().slides, 1) if one.sweeps)
    page = window(f"/{number}")
    plot = on_slide(page, ".experiment .chart svg")
    expect(plot).to_be_visible()
    page.keyboard.press("z")
    expect_focus("result", page)
    wait_for(lambda: size(plot)[1] >= 0.75 * 540, 10)
    page.keyboard.press("z")
    expect_focus(None, page)


@pytest.mark.parametrize(
    "leave",
    [
        lambda page: page.keyboard.press("Escape"),
        lambda page: (page.keyboard.press("ArrowRight"), page.keyboard.press("ArrowLeft")),
    ],
)
def test_escape_and_a_move_leave_it(window: Window, jit: int, leave: Callable[[Page], object]) -> None:
    page = window(f"/{jit}")
    page.keyboard.press("z")
    expect_focus("result", page)
    leave(page)
    expect_focus(None, page)


def test_a_button_goes_through_it_also_while_the_code_is_alone(window: Window, jit: int) -> None:
    page = window(f"/{jit}")
    for focus in ("result", "code", "both", None):
        card(page).locator(".enlarge").click()
        expect_focus(focus, page)
    page.keyboard.press("ArrowRight")
    expect(page).not_to_have_url(re.compile(rf"/{jit}$"))


def test_a_double_tap_enlarges(window: Window, jit: int) -> None:
    page = window(f"/{jit}", has_touch=True)
    expect_state(page, "done")
    box = card(page).bounding_box()
    assert box
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect_focus("result", page)


def test_all_windows_follow_the_presenter_until_the_next_move(
    stage: RunningServer, window: Window, cards: dict[str, int]
) -> None:
    number = cards["jit"]
    stand_at(stage, number)
    presenter = window(f"/presenter/{number}", url=stage.url)
    phone = window("/1", url=stage.url)
    expect_at(phone, number)
    presenter.keyboard.press("z")
    presenter.keyboard.press("z")
    expect_focus("code", presenter, phone)
    late = window("/1", url=stage.url)
    expect_at(late, number)
    expect_focus("code", late)
    late.keyboard.press("Escape")
    expect_focus(None, late)
    presenter.keyboard.press("z")
    expect_focus("both", presenter, phone, late)
    presenter.keyboard.press("Escape")
    expect_focus(None, presenter, phone, late)
    presenter.keyboard.press("z")
    expect_focus("result", presenter, phone, late)
    presenter.keyboard.press("ArrowDown")
    for page in (phone, late):
        expect_at(page, number + 1)
    presenter.keyboard.press("ArrowUp")
    expect(phone).to_have_url(re.compile(rf"/{number}(\?|$)"))
    expect_focus(None, presenter, phone, late)


def test_a_run_goes_on_in_the_same_card(window: Window, stage: RunningServer, cards: dict[str, int]) -> None:
    """Its first run: no other test of this server runs that experiment."""
    stand_at(stage, cards["loops"])
    page = window(f"/{cards['loops']}", url=stage.url)
    expect_state(page, "idle")
    card(page).evaluate("element => { element.marked = true }")
    page.keyboard.press("r")
    expect_state(page, "running")
    page.keyboard.press("z")
    expect_focus("result", page)
    expect_state(page, "done")
    page.keyboard.press("z")
    page.keyboard.press("z")
    expect_focus("both", page)
    assert card(page).evaluate("element => element.marked")


def test_a_slide_opens_on_the_end_of_a_run_where_its_front_matter_says_so(
    fresh_server: RunningServer, window: Window
) -> None:
    number = titled(ENDS)
    page, other = (window(f"/{number}", url=fresh_server.url) for _ in range(2))
    page.keyboard.press("r")
    expect_state(page, "done")
    expect_focus("result", page)
    expect_state(other, "done")
    expect_focus(None, other)  # nobody presents: each window is its own
    page.close()
    presenter = window(f"/presenter/{number}", url=fresh_server.url)
    expect_focus(None, presenter)
    other.keyboard.press("r")
    expect_focus("result", presenter, other)


def test_the_line_that_the_presenter_points_at_is_lit_in_all_windows(
    stage: RunningServer, window: Window
) -> None:
    number = titled(PROGRAM)
    stand_at(stage, number)
    presenter, phone = (window(f"{view}/{number}", url=stage.url) for view in ("/presenter", ""))
    card(presenter).get_by_role("tab", name="HLO", exact=True).click()
    badge(presenter, "hlo", "sine").hover()
    expect(lit(phone, "hlo").first).to_be_visible()
    expect(lit(phone, "jaxpr").first).to_contain_text("sin")
    badge(phone, "jaxpr", "cos").hover()
    expect(lit(phone, "jaxpr").first).to_contain_text("mul")
    phone.mouse.move(3, 3)
    expect(lit(phone, "jaxpr").first).to_contain_text("sin")
    badge(presenter, "hlo", "sine").click()
    presenter.mouse.move(3, 3)
    expect(lit(phone, "hlo").first).to_have_attribute("aria-selected", "true")
    assert pane(phone, "hlo").is_visible()
