"""Code on a slide is edited and run: in the window that types, in all others, and nowhere where it is off."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import load_axe, violations
from tests.browser.conftest import Window, card, go, on_slide, slide
from tests.browser.test_experiment import Cards, expect_state
from tests.browser.test_keyboard import expect_deck_to_take
from tests.running import RunningServer, running_server, wait_for

TOKEN = {"authorization": "Bearer secret"}
REFUSED = "status of 422"
KNOWN = """name => ['/api/health', `/api/experiments/${name}`].every((path) =>
  performance.getEntriesByType('resource').some(({ name }) => name.endsWith(path)))"""

PLACE = """(element, word) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() && !texts.currentNode.data.includes(word));
  const [range, start] = [document.createRange(), texts.currentNode.data.indexOf(word)]
  range.setStart(texts.currentNode, start)
  range.setEnd(texts.currentNode, start + word.length)
  return range.getBoundingClientRect().toJSON()
}"""


@pytest.fixture(scope="module")
def live_server() -> Iterator[RunningServer]:
    with running_server(live_code="true", token="secret") as running:
        yield running


@pytest.fixture
def stage(live_server: RunningServer) -> RunningServer:
    """The same server for all tests, without an edit."""
    live_server.client.delete("/api/edits", headers=TOKEN).raise_for_status()
    return live_server


def open_at(window: Window, stage: RunningServer, number: int, query: str = "", **options: Any) -> Page:
    page = window(f"/{number}{query}", url=stage.url, **options)
    page.wait_for_function(KNOWN, arg=card(page).get_attribute("data-experiment"))
    return page


@pytest.fixture
def presenter(window: Window, stage: RunningServer, cards: Cards) -> Page:
    """A window that may edit, at a slide whose experiment takes no time."""
    return open_at(window, stage, cards["immutability"], "?token=secret", expected=REFUSED)


def editor(page: Page) -> Locator:
    return on_slide(page, ".cm-content")


def text(page: Page) -> str:
    return "\n".join(on_slide(page, ".cm-line").all_text_contents())


def bar(page: Page, button: str) -> Locator:
    return on_slide(page, ".bar").get_by_role("button", name=button)


def enter(page: Page) -> None:
    """A key opens the editor, in which it would be typed."""
    if not editor(page).count() or not editor(page).evaluate("one => one === document.activeElement"):
        page.keyboard.press("e")
    expect(editor(page)).to_be_focused()


def write(page: Page, code: str) -> None:
    """Replace all that is in the editor."""
    enter(page)
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)


def edit(page: Page, old: str, new: str) -> None:
    enter(page)
    code = text(page)
    assert old in code
    write(page, code.replace(old, new))


def edits(stage: RunningServer) -> dict[str, str]:
    found: dict[str, str] = stage.client.get("/api/edits").json()
    return found


def test_an_edit_runs_and_a_reset_brings_the_original_back(presenter: Page) -> None:
    block = on_slide(presenter, ".shiki")
    presenter.evaluate("document.fonts.ready.then(() => true)")  # until then letters have another width
    original, place = block.inner_text(), block.evaluate(PLACE, "updated")
    presenter.mouse.click(place["x"] + 1, place["y"] + 5)
    expect(editor(presenter)).to_be_focused()
    assert editor(presenter).evaluate(PLACE, "updated") == pytest.approx(place, abs=0.1)
    edit(presenter, "set(9)", "set(7)")
    presenter.keyboard.press("Shift+Enter")
    expect(card(presenter).locator(".card-bar")).to_contain_text("edited code")
    expect_state(presenter, "done")
    card(presenter).get_by_role("tab", name="JAX, one element").click()
    expect(card(presenter)).to_contain_text("[7 1 2 3 4]")
    bar(presenter, "Difference").click()
    expect(on_slide(presenter, ".removed")).to_have_text(re.compile(r"^- .*set\(9\)\s*$"))
    expect(on_slide(presenter, ".added")).to_have_text(re.compile(r"^\+ .*set\(7\)\s*$"))
    bar(presenter, "Reset").click()
    expect(block).to_be_visible()
    assert block.inner_text() == original
    expect_state(presenter, "idle")


def test_of_code_that_grows_the_end_is_edited_at_each_step(
    window: Window, stage: RunningServer, cards: Cards
) -> None:
    page = open_at(window, stage, cards["rnn-state"], "?token=secret")
    block = on_slide(page, ".shiki")
    expect(block).to_contain_text("class StatefulRNN")
    edit(page, "jnp.tanh(w_o * h)", "0 * h")
    page.keyboard.press("Shift+Enter")
    expect(card(page).locator(".card-bar")).to_contain_text("edited code")
    expect_state(page, "done")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    expect(editor(page)).to_contain_text("y = 0 * h")
    bar(page, "Reset").click()
    expect(block).to_be_visible()
    expect(block).to_contain_text("y = jnp.tanh(w_o * h)")
    expect(block).not_to_contain_text("class StatefulRNN")


def test_what_is_no_python_is_marked_until_it_is_mended(presenter: Page) -> None:
    enter(presenter)
    presenter.keyboard.type("def (")
    presenter.keyboard.press("Shift+Enter")
    expect(on_slide(presenter, ".cm-line.fault")).to_contain_text("def (")
    expect(on_slide(presenter, "[role=alert]")).to_have_text("line 1: invalid syntax")
    expect_state(presenter, "failed")
    presenter.keyboard.press("Backspace")
    expect(on_slide(presenter, ".fault")).to_have_count(0)
    expect(card(presenter)).not_to_have_attribute("data-state", "failed")


def test_a_line_that_raises_is_marked_and_the_card_has_the_traceback(presenter: Page) -> None:
    edit(presenter, "return a.at", "raise ValueError('not today')\n    return a.at")
    bar(presenter, "Run").click()
    expect_state(presenter, "failed")
    expect(on_slide(presenter, ".cm-line.fault")).to_contain_text("raise ValueError")
    expect(card(presenter)).to_contain_text("not today")
    expect(card(presenter)).to_contain_text(re.compile(r'File "slide", line \d+, in updated'))


def test_parameters_apply_and_the_program_is_that_of_the_edit(
    window: Window, stage: RunningServer, cards: Cards
) -> None:
    page = open_at(window, stage, cards["dead-code"], "?token=secret")
    card(page).get_by_label("squarings").last.fill("10")
    page.keyboard.press("Escape")
    edit(page, "x = x * x", "x = x * x + 1")
    page.keyboard.press("Shift+Enter")
    expect_state(page, "done")
    card(page).get_by_role("tablist", name="Results").get_by_role("tab").last.click()
    card(page).get_by_role("tab", name="Python").click()
    expect(card(page).locator("[data-stage=python]")).to_contain_text("x = x * x + 1")
    [run] = stage.client.get("/api/runs", params={"experiment": "dead-code"}).json()
    assert run["params"]["squarings"] == 10


def test_others_see_what_is_typed_and_its_result_and_so_do_late_ones(
    presenter: Page, window: Window, stage: RunningServer, cards: Cards
) -> None:
    projector = open_at(window, stage, cards["immutability"])
    enter(presenter)
    presenter.keyboard.type("# fast")
    expect(on_slide(projector, ".cm-line").first).to_have_text(re.compile("^# fast"))
    presenter.keyboard.type("er, faster\n", delay=20)
    expect(on_slide(projector, ".cm-line").first).to_have_text("# faster, faster")
    expect(on_slide(projector, ".mark")).to_have_text("edited")
    expect(editor(projector)).to_have_attribute("contenteditable", "false")
    edit(presenter, "set(9)", "set(6)")
    presenter.keyboard.press("Shift+Enter")
    late = open_at(window, stage, cards["immutability"])
    for page in (projector, late):
        expect_state(page, "done")
        expect(card(page).locator(".card-bar")).to_contain_text("edited code")
        expect(editor(page)).to_contain_text("set(6)")


def test_another_slide_and_a_reload_keep_an_edit(presenter: Page, stage: RunningServer) -> None:
    number = slide(presenter)
    edit(presenter, "set(9)", "set(8)")
    presenter.keyboard.press("Escape")
    wait_for(lambda: "set(8)" in edits(stage).get("immutability", ""))
    go(presenter, number + 2)
    go(presenter, number)
    expect(editor(presenter)).to_contain_text("set(8)")
    presenter.reload()
    presenter.locator(f"#slide-content .slidev-page-{number} .slidev-layout").first.wait_for()
    expect(editor(presenter)).to_contain_text("set(8)")


def test_the_window_that_types_is_not_overwritten_and_then_follows(
    presenter: Page, stage: RunningServer
) -> None:
    write(presenter, "mine = 1")
    wait_for(lambda: edits(stage) == {"immutability": "mine = 1"})
    stage.client.put("/api/edits/immutability", json={"code": "theirs = 2"}, headers=TOKEN)
    presenter.wait_for_timeout(500)
    assert text(presenter) == "mine = 1"
    presenter.keyboard.press("Escape")
    expect(editor(presenter)).to_have_text("theirs = 2")


def test_code_that_the_server_refuses_is_told_and_holds_nothing_up(
    presenter: Page, stage: RunningServer
) -> None:
    write(presenter, "#" * 20_001)
    expect(on_slide(presenter, "[role=alert]")).to_contain_text("20000")
    assert text(presenter).startswith("###")
    write(presenter, "short = 1")
    wait_for(lambda: edits(stage) == {"immutability": "short = 1"})
    expect(on_slide(presenter, "[role=alert]")).to_have_count(0)


def test_the_deck_gets_no_key_from_the_editor_and_all_after_it(presenter: Page) -> None:
    number = slide(presenter)
    enter(presenter)
    presenter.keyboard.type("# r x l e i d o g ")
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home"):
        presenter.keyboard.press(key)
    assert "# r x l e i d o g " in text(presenter)
    assert slide(presenter) == number
    expect(editor(presenter)).to_be_focused()
    for way in ("Escape", "click"):
        enter(presenter)
        if way == "click":
            on_slide(presenter, "h1").click()
        else:
            presenter.keyboard.press(way)
        expect_deck_to_take(presenter, "PageDown")
        go(presenter, number)


def test_tab_indents_and_leaves_after_escape(presenter: Page) -> None:
    write(presenter, "x = 1")
    presenter.keyboard.press("Home")
    presenter.keyboard.press("Tab")
    assert text(presenter) == "    x = 1"
    presenter.keyboard.press("Control+z")
    assert text(presenter) == "x = 1"
    presenter.keyboard.press("Escape")
    presenter.keyboard.press("Tab")
    expect(bar(presenter, "Run")).to_be_focused()


def test_all_edits_are_thrown_away(presenter: Page, stage: RunningServer) -> None:
    for name in ("grad", "immutability"):
        stage.client.put(f"/api/edits/{name}", json={"code": "x = 1"}, headers=TOKEN)
    expect(editor(presenter)).to_have_text("x = 1")
    bar(presenter, "Discard all edits").click()
    expect(on_slide(presenter, ".shiki")).to_be_visible()
    assert edits(stage) == {}


def test_an_editor_and_a_difference_keep_nobody_out(presenter: Page) -> None:
    edit(presenter, "set(9)", "set(5)\n    return (")
    presenter.keyboard.press("Shift+Enter")
    expect(on_slide(presenter, ".fault").first).to_be_visible()
    load_axe(presenter)
    for view in ("editor", "difference"):
        for scheme in ("light", "dark"):
            assert violations(presenter, slide(presenter), scheme) == [], view
        bar(presenter, "Difference").click()


def test_without_the_token_a_click_says_whose_it_is(
    window: Window, stage: RunningServer, cards: Cards
) -> None:
    page = open_at(window, stage, cards["immutability"])
    on_slide(page, ".shiki").click()
    expect(on_slide(page, ".hint")).to_have_text("Only the presenter may edit this")
    expect(editor(page)).to_have_count(0)


def test_without_live_code_a_key_says_how_to_get_it(
    window: Window, server: RunningServer, cards: Cards
) -> None:
    page = open_at(window, server, cards["immutability"])
    page.keyboard.press("e")
    expect(on_slide(page, ".hint")).to_have_text("Live code is off: restart with serve --live-code")
    expect(editor(page)).to_have_count(0)
    answer = server.client.post("/api/runs", json={"experiment": "immutability", "code": "x = 1"})
    assert answer.status_code == 403
