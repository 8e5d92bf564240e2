"""The deck without a pointer: what Tab reaches, which keys stay the deck's, and when things move."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Window, card, on_slide, slide

FOCUSED = """() => {
  const { innerText, ariaLabel, labels, role, tagName } = document.activeElement
  return ariaLabel ?? labels?.[0]?.innerText ?? (innerText.trim() || role || tagName)
}"""


@pytest.fixture(scope="module")
def number(cards: dict[str, int]) -> int:
    """A demo with code, parameters and a result in tabs."""
    return cards["jit"]


def reached_by_tab(page: Page, count: int) -> list[str]:
    reached = []
    for _ in range(count):
        page.keyboard.press("Tab")
        reached.append(page.evaluate(FOCUSED))
    return reached


def tab_to(page: Page, label: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == label:
            return
    raise LookupError(f"Tab does not reach {label!r}")


def expect_deck_to_take(page: Page, key: str) -> None:
    """The key goes to another slide, or to another step of this one."""
    before = page.url
    page.keyboard.press(key)
    page.wait_for_url(lambda url: url != before)


def test_tab_goes_through_a_card_in_reading_order(window: Window, number: int) -> None:
    page = window(f"/{number}")
    expect(card(page)).to_have_attribute("data-state", "done")
    reached = reached_by_tab(page, 16)
    shown = card(page).locator("label").all_inner_texts()
    wanted = [*shown, "Details", "Run"]
    assert [one for one in reached if one in wanted] == wanted


def test_arrows_change_slides_from_wherever_tab_has_led(window: Window, number: int) -> None:
    page = window(f"/{number}")
    expect(card(page)).to_have_attribute("data-state", "done")
    for label in ("Details", "Run"):
        tab_to(page, label)
        expect_deck_to_take(page, "ArrowRight")
        expect_deck_to_take(page, "PageUp")
    for field in card(page).locator("label").all_inner_texts():
        tab_to(page, field)
        url = page.url
        page.keyboard.press("ArrowRight")
        assert page.url == url
        assert page.evaluate(FOCUSED) == field
    page.keyboard.press("Escape")
    expect_deck_to_take(page, "ArrowRight")


def test_enter_opens_details_and_a_tab(window: Window, cards: dict[str, int]) -> None:
    page = window(f"/{cards['static-shapes']}")
    expect(card(page)).to_have_attribute("data-state", "done")
    tab_to(page, "Details")
    page.keyboard.press("Enter")
    expect(card(page)).to_contain_text("the same run from a shell")
    tabs = card(page).get_by_role("tab")
    tab_to(page, tabs.last.inner_text())
    page.keyboard.press("Enter")
    expect(tabs.last).to_have_attribute("aria-selected", "true")
    expect_deck_to_take(page, "ArrowRight")


def test_up_and_down_scroll_what_tab_has_reached(window: Window, number: int) -> None:
    page = window(f"/{number}")
    page.keyboard.press("i")
    details = on_slide(page, ".view > .details")
    expect(details).to_have_attribute("tabindex", "0")
    details.focus()
    page.keyboard.press("ArrowDown")
    expect(details).not_to_have_js_property("scrollTop", 0)
    assert slide(page) == number
    page.keyboard.press("Escape")
    expect_deck_to_take(page, "ArrowDown")


@pytest.mark.parametrize(("wish", "seconds"), [("reduce", {"0s"}), ("no-preference", {"0.15s"})])
def test_motion_is_for_those_who_did_not_decline_it(
    window: Window, cards: dict[str, int], wish: str, seconds: set[str]
) -> None:
    page = window(f"/{cards['static-shapes']}", reduced_motion=wish)
    tab = card(page).get_by_role("tab").first
    assert {tab.evaluate("tab => getComputedStyle(tab).transitionDuration")} == seconds
