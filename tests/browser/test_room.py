"""The room guesses on phones, the run answers in every window, and a paired phone steers the deck."""

from playwright.sync_api import Page, expect

from tests.browser.cards import deck
from tests.browser.conftest import Window, stand_at
from tests.browser.profiles import Profiles
from tests.browser.test_windows import expect_at
from tests.running import RunningServer

ASKED = "retracing"
RIGHT = "5: one for each kind"


def expect_question(page: Page, state: str) -> None:
    expect(page.locator(".slidev-layout:visible .predict").first).to_have_attribute("data-state", state)


def test_a_guess_is_bound_to_the_run(stage: RunningServer, window: Window) -> None:
    slides = enumerate(deck().slides, 1)
    number = next(n for n, slide in slides if [one.of for one in slide.predictions] == [ASKED])
    stand_at(stage, number)
    presenter, projector = (window(path, url=stage.url) for path in (f"/presenter/{number}", f"/{number}"))
    phone = projector.context.new_page()
    phone.goto(f"{stage.url}/join")
    expect(projector.locator(".predict")).to_have_count(0)
    presenter.keyboard.press("p")
    expect_question(projector, "open")
    phone.get_by_role("button", name=RIGHT).click()
    question = stage.client.get("/api/predictions").json()[0]["id"]
    for voter in range(4):
        vote = {"prediction": question, "voter": f"somebody-{voter}", "guess": 2}
        stage.client.put("/api/votes", json=vote).raise_for_status()
    expect(projector.locator(".predict")).to_contain_text("5 voices so far")
    presenter.keyboard.press("r")
    expect_question(projector, "revealed")
    expect(projector.locator(".predict .right")).to_contain_text(f"{RIGHT} ✓ measured")
    expect(projector.locator(".predict")).to_contain_text("20 % of 5 voices chose right")
    expect(phone.locator("main")).to_contain_text(RIGHT)
    presenter.keyboard.press("p")
    expect(projector.locator(".predict")).to_have_count(0)


def test_a_paired_phone_moves_every_window_and_makes_them_black(stage: RunningServer, window: Window) -> None:
    stand_at(stage, 2)
    presenter, projector = (window(path, url=stage.url) for path in ("/presenter/2", "/2"))
    with presenter.expect_response("**/api/remotes/codes"):  # a later one makes those before it void
        presenter.get_by_role("button", name="Phones").click()
    dialog = presenter.get_by_role("dialog", name="Phones")
    expect(dialog).to_contain_text("others cannot reach this server")
    code = stage.client.post("/api/remotes/codes").json()["code"]
    phone = projector.context.new_page()
    phone.goto(f"{stage.url}/remote#{code}")
    phone.get_by_role("button", name="Next").click()
    for page in (presenter, projector):
        expect_at(page, 3)
    expect(dialog.get_by_role("button", name="Drop")).to_be_visible()
    phone.locator("#black").click()
    expect(projector.locator(".black")).to_be_visible()
    phone.get_by_role("button", name="Back").click()
    expect(projector.locator(".black")).to_have_count(0)
    expect_at(projector, 2)
    dialog.get_by_role("button", name="Drop").click()
    expect(dialog.get_by_role("button", name="Drop")).to_have_count(0)


def test_a_phone_that_loses_its_network_or_is_loaded_anew_keeps_its_answer(
    stage: RunningServer, profiles: Profiles
) -> None:
    question = next(one for slide in deck().slides for one in slide.predictions if one.kind == "factor")
    asked = {"question": question.model_dump(), "state": "open"}
    with profiles.lent() as profile:
        phone = profile.new_page()
        phone.goto(f"{stage.url}/join")
        stage.client.put("/api/predictions", json=asked).raise_for_status()
        send = phone.get_by_role("button", name="Send my guess")
        expect(send).to_be_visible()
        profile.set_offline(True)
        send.click()
        expect(phone.locator("#said")).to_have_text("Not sent yet: trying again…")
        profile.set_offline(False)
        expect(phone.locator("#said")).to_contain_text("Your answer: 100×")
        phone.reload()
        expect(phone.locator("#said")).to_contain_text("Your answer: 100×")
        (told,) = [one for one in stage.client.get("/api/predictions").json() if one["state"] == "open"]
        assert told["voices"] == 1
    stage.client.put("/api/predictions", json=asked | {"state": "idle"}).raise_for_status()
