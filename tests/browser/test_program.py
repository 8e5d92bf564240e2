"""The program view: a line lit in every pane, by pointer and by keys; folds, search, copy, narrow cards."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.cards import deck
from tests.browser.conftest import Window, card, slide
from tests.running import wait_for

TITLE = "Three lines of Python, one program"
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


@pytest.fixture(scope="module")
def number() -> int:
    """The slide that shows the normalisation as a program, with a result there."""
    return next(n for n, one in enumerate(deck().slides, 1) if one.title == TITLE)


@pytest.fixture
def page(window: Window, number: int) -> Page:
    page = window(f"/{number}")
    expect(listing(page, "jaxpr")).to_be_visible()
    return page


def pane(page: Page, stage: str) -> Locator:
    return card(page).locator(f"[data-stage={stage}]")


def opens(page: Page, *titles: str) -> None:
    """Two panes stand side by side, those chosen last."""
    for title in titles:
        card(page).get_by_role("tab", name=title, exact=True).click()


def listing(page: Page, stage: str) -> Locator:
    return pane(page, stage).get_by_role("listbox")


def badge(page: Page, stage: str, text: str) -> Locator:
    return listing(page, stage).locator(".line", has_text=text).first.locator(".badge").last


def lit(page: Page, stage: str) -> Locator:
    return listing(page, stage).locator(".line.lit")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def in_view(page: Page, stage: str, line: Locator) -> bool:
    outer, inner = listing(page, stage).bounding_box(), line.bounding_box()
    assert outer
    assert inner
    return outer["y"] <= inner["y"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"]


def test_a_line_pointed_at_lights_what_came_of_it_in_every_pane(page: Page) -> None:
    boxes = [pane(page, stage).bounding_box() for stage in ("python", "jaxpr")]
    badge(page, "python", "x.mean").hover()
    expect(lit(page, "python")).to_have_count(1)
    expect(lit(page, "jaxpr").first).to_contain_text("reduce_sum")
    assert in_view(page, "jaxpr", lit(page, "jaxpr").first)
    expect(card(page).get_by_role("status").filter(has_text="line ")).to_have_text(
        re.compile(r"^line \d+: 4 equations, \d+ operations, \d+ instructions$")
    )
    badge(page, "jaxpr", "sqrt").hover()
    expect(lit(page, "python")).to_contain_text("x.std")
    assert boxes == [pane(page, stage).bounding_box() for stage in ("python", "jaxpr")]
    opens(page, "HLO", "Python")
    badge(page, "python", "x.mean").hover()
    assert in_view(page, "hlo", lit(page, "hlo").first)


def test_a_click_keeps_it_lit_and_escape_releases_it(page: Page) -> None:
    badge(page, "python", "x.std").click()
    page.mouse.move(5, 5)
    expect(lit(page, "python")).to_contain_text("x.std")
    expect(lit(page, "python")).to_have_attribute("aria-selected", "true")
    press(page, "Escape")
    expect(lit(page, "python")).to_have_count(0)


def test_keys_move_between_lines_and_the_clicker_changes_slides(page: Page, number: int) -> None:
    pane(page, "jaxpr").get_by_role("button", name="Close").focus()
    press(page, "Tab")
    expect(listing(page, "jaxpr")).to_be_focused()
    press(page, "Home", "ArrowDown", "ArrowUp", "End", "ArrowUp", "Enter")
    expect(lit(page, "python")).to_contain_text("x.std")
    active = listing(page, "jaxpr").get_attribute("aria-activedescendant")
    expect(page.locator(f'[id="{active}"]')).to_contain_text("div v w")
    press(page, "Escape", "Home", " ", " ")
    assert slide(page) == number
    press(page, "ArrowRight")
    wait_for(lambda: slide(page) == number + 1)
    page.wait_for_function("() => document.activeElement === document.body")
    press(page, "ArrowLeft")
    wait_for(lambda: slide(page) == number)
    press(page, "ArrowDown")
    wait_for(lambda: slide(page) == number + 1)


def test_the_clicker_works_after_a_click_on_a_line_a_tab_or_a_button(page: Page, number: int) -> None:
    for target in (
        badge(page, "python", "x.std"),
        card(page).get_by_role("tab", name="StableHLO"),
        pane(page, "jaxpr").get_by_role("button", name="Close"),
        card(page).get_by_role("textbox", name="Search"),
    ):
        target.click()
        press(page, "PageDown")
        wait_for(lambda: slide(page) == number + 1)
        press(page, "PageUp")
        wait_for(lambda: slide(page) == number)


def test_blocks_fold_by_pointer_and_by_keys(page: Page) -> None:
    variance = listing(page, "jaxpr").locator(".line", has_text="let _var")
    variance.locator(".mark").click()
    expect(variance).to_contain_text("… 19 lines")
    badge(page, "python", "x.std").hover()
    expect(variance).to_have_class(re.compile(r"\blit\b"))
    listing(page, "jaxpr").focus()
    press(page, "Home", "+")
    expect(variance).not_to_contain_text("… 19 lines")
    press(page, "ArrowDown", "-")
    expect(variance).to_contain_text("… 19 lines")


def test_search_marks_steps_and_unfolds_without_changing_slides(page: Page, number: int) -> None:
    opens(page, "HLO")
    listing(page, "hlo").focus()
    press(page, "/")
    page.keyboard.type("rsqrt r x")
    expect(card(page).locator("output")).to_have_text("none")
    page.keyboard.press("Control+A")
    page.keyboard.type("multiply_rsqrt")
    found = card(page).locator("mark.current")
    expect(found).to_have_text("multiply_rsqrt")
    assert in_view(page, "hlo", found)
    expect(card(page).locator("output")).to_have_text("1 of 2")
    press(page, "Enter")
    expect(card(page).locator("output")).to_have_text("2 of 2")
    press(page, "Shift+Enter", "ArrowRight", "ArrowDown")
    expect(card(page).locator("output")).to_have_text("1 of 2")
    press(page, "Escape")
    expect(card(page).locator("mark")).to_have_count(0)
    expect(listing(page, "hlo")).to_be_focused()
    assert slide(page) == number


@pytest.mark.parametrize("script", ["", NO_CLIPBOARD])
def test_a_stage_is_copied_also_without_the_clipboard_of_secure_pages(
    window: Window, number: int, script: str
) -> None:
    page = window(f"/{number}")
    page.add_init_script(script)
    page.reload()
    copy = pane(page, "python").get_by_role("button", name="Copy")
    copy.click()
    expect(copy).to_have_text("copied")
    expect(copy).to_have_text("copy")
    field = card(page).get_by_role("textbox", name="Search")
    field.click()
    press(page, "Control+V")
    expect(field).to_have_value(re.compile(r"^def norm\(x.*return x /"))


def test_a_narrow_card_shows_one_stage_at_a_time(page: Page) -> None:
    expect(card(page).get_by_role("tabpanel")).to_have_count(2)
    page.add_style_tag(content=".experiment { max-width: 468px }")
    expect(card(page).get_by_role("tabpanel")).to_have_count(1)
    for tab, word in [("Python", "def norm"), ("StableHLO", "func.func"), ("HLO", "ENTRY")]:
        card(page).get_by_role("tab", name=tab, exact=True).click()
        expect(card(page).get_by_role("tabpanel")).to_contain_text(word)
        expect(card(page).get_by_role("tab", selected=True)).to_have_text(tab)


def test_lines_fit_their_panes_and_are_copied_whole(page: Page) -> None:
    opens(page, "StableHLO", "HLO")
    assert (
        float(
            listing(page, "hlo")
            .locator(".text")
            .first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        )
        >= 16
    )
    for stage in ("stablehlo", "hlo"):
        assert listing(page, stage).evaluate("element => element.scrollWidth <= element.clientWidth")
    line = listing(page, "stablehlo").locator(".text", has_text="broadcast_in_dim").first
    expect(line.locator(".cut").first).to_be_attached()
    whole = line.inner_text()
    assert re.match(r"\s+%\d+ = stablehlo.broadcast_in_dim .*tensor<.*tensor<", whole)
    assert line.get_attribute("title") == whole.strip()


def test_a_search_shows_the_whole_line_that_it_has_come_to(page: Page) -> None:
    opens(page, "StableHLO")
    card(page).get_by_role("textbox", name="Search").fill("applies")
    found = card(page).locator("mark.current")
    expect(found).to_be_visible()
    assert in_view(page, "stablehlo", found)


def test_passes_are_stepped_through_by_the_view_in_focus_and_by_the_deck(
    window: Window, cards: dict[str, int]
) -> None:
    page = window(f"/{cards['passes']}")
    name = card(page).locator(".view h3")
    expect(name).to_have_text("before all passes")
    press(page, "ArrowRight")
    expect(name).to_have_text("fusion")
    press(page, "ArrowLeft")
    expect(name).to_have_text("before all passes")
    card(page).get_by_role("listbox", name="Passes", exact=True).focus()
    press(page, "ArrowRight", "ArrowRight", "ArrowRight")
    expect(name).to_have_text("after all passes")
    assert slide(page) == cards["passes"]
    press(page, "PageDown")
    expect(name).to_have_text("fusion")  # the clicker's keys are the deck's
