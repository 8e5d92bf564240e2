"""A phone and a tablet held upright: a slide is a page at natural size that scrolls."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cards import walked
from tests.browser.conftest import Window, card, go, on_slide, slide
from tests.running import RunningServer

SCREENS = {"phone": {"width": 390, "height": 844}, "tablet": {"width": 820, "height": 1180}}

# In CSS px of the screen: how much is cut off or moved sideways, and the smallest letters of running text.
MEASURES = """number => {
  const page = document.querySelector(`#slide-content .slidev-page-${number}`)
  const layout = page.querySelector('.slidev-layout')
  const scale = layout.getBoundingClientRect().width / layout.offsetWidth
  const text = [...layout.querySelectorAll('h1, p, li')].filter(
    (element) => element.offsetParent && !element.closest('.experiment, .visually-hidden'))
  const size = (element) => parseFloat(getComputedStyle(element).fontSize) * scale
  return {
    sideways: Math.max(page.scrollWidth - page.clientWidth, document.body.scrollWidth - innerWidth),
    smallest: Math.min(20, ...text.map(size)),
  }
}"""


def open_on(window: Window, screen: str, path: str = "/2") -> Page:
    return window(path, viewport=SCREENS[screen], has_touch=True, is_mobile=True)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("screen", SCREENS)
def test_every_slide_is_read_without_zoom_or_moving_sideways(window: Window, screen: str) -> None:
    page = open_on(window, screen)
    wrong = []
    for number in walked():
        go(page, number)
        measures = page.evaluate(MEASURES, number)
        if measures["sideways"] > 0 or measures["smallest"] < 16:
            wrong.append((number, measures))
    assert wrong == []


def test_a_finger_reaches_run_and_the_result(
    window: Window, cards: dict[str, int], server: RunningServer
) -> None:
    page = open_on(window, "phone", f"/{cards['grad']}")
    run = card(page).get_by_role("button", name="Run", exact=True)
    box = run.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    run.tap()
    expect(card(page)).to_have_attribute("data-state", re.compile("queued|running"))
    expect(card(page)).to_have_attribute("data-state", "done")
    chart = card(page).locator("[data-block] svg").first
    chart.scroll_into_view_if_needed()
    expect(chart).to_be_in_viewport()
    assert slide(page) == cards["grad"]


def test_the_result_comes_before_the_code_and_no_control_is_hidden(
    window: Window, cards: dict[str, int]
) -> None:
    page = open_on(window, "phone", f"/{cards['jit']}")
    code = on_slide(page, "pre.shiki").first.bounding_box()
    result = card(page).bounding_box()
    assert code
    assert result
    assert result["y"] + result["height"] <= code["y"]
    for control in card(page).locator(":is(button, input, select):visible:not([type=range])").all():
        box = control.bounding_box()
        assert box
        assert box["height"] >= 44, control
        assert control.evaluate("element => element.checkVisibility({ opacityProperty: true })")


def test_two_fingers_may_zoom(window: Window) -> None:
    page = open_on(window, "phone")
    assert (
        page.evaluate("getComputedStyle(document.querySelector('#page-root')).touchAction")
        == "pan-y pinch-zoom"
    )
    assert page.locator("meta[name=viewport][content*=scalable]").count() == 0


def test_a_screen_held_across_keeps_the_canvas(window: Window) -> None:
    page = window("/2", viewport={"width": 844, "height": 390})
    box = page.locator("#slide-content").bounding_box()
    assert box
    assert box["width"] / box["height"] == pytest.approx(16 / 9, rel=0.01)
