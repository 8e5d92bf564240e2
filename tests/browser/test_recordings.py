"""Recordings stand in for what is not there: the server, a run that fails, any server at all, the screen."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import BrowserType, Page, Request, expect
from pypdf import PdfReader

from tests.browser.cards import deck
from tests.browser.conftest import GONE, Window, card, go, on_slide
from tests.browser.test_experiment import Cards, expect_state, press
from tests.running import ROOT, running_server

SHORT = ROOT / "slides" / "short.md"
LABEL = re.compile(r"recorded on .+, \d{4}-\d\d-\d\d")

pytestmark = pytest.mark.skipif(
    not [*(ROOT / "recordings").glob("*/grad.json")],
    reason="grad is not recorded: main.py record grad --machine LABEL",
)


def expect_recorded(page: Page) -> None:
    expect(card(page)).to_contain_text(LABEL)
    expect(on_slide(page, "[data-block=timings] svg").first).to_be_visible()


def have_at_hand(page: Page) -> None:
    """Load the window anew, until it has what it needs without a server: two recordings, and Plot (src)."""

    def has(name: str) -> Callable[[Request], bool]:
        return lambda request: f"/{name}-" in request.url

    with ExitStack() as stack:
        for name in ("grad", "vmap", "src"):
            stack.enter_context(page.expect_request_finished(has(name)))
        page.reload()


def test_a_card_is_idle_until_the_server_dies_and_a_slide_never_seen_is_at_hand(
    window: Window, cards: Cards
) -> None:
    number = cards["grad"]
    with running_server(until="live") as server:
        page, elsewhere = (window(f"/{n}", url=server.url, expected=GONE) for n in (number, 2))
        expect_state(page, "idle")
        for one in (page, elsewhere):
            have_at_hand(one)
        expect(card(page)).not_to_contain_text(LABEL)
        expect(elsewhere.locator(".slidev-page-3")).to_be_attached()
        expect(elsewhere.locator(f".slidev-page-{number}")).not_to_be_attached()
        server.process.kill()
        expect_state(page, "away")
        expect_recorded(page)
        page.keyboard.press("l")
        expect(card(page)).to_contain_text("No server answers")
        card(page).get_by_role("button", name="Recording").click()
        expect_recorded(page)
        go(page, cards["vmap"])
        expect(card(page)).to_contain_text(LABEL)
        go(elsewhere, number)
        expect_state(elsewhere, "away")
        expect_recorded(elsewhere)
        expect(elsewhere.locator(f".slidev-page-{number + 1}")).to_be_attached()  # drawn when it has stayed
        go(elsewhere, 2)
        expect(elsewhere.locator(f".slidev-page-{number}")).to_be_attached()


def test_a_run_that_fails_leaves_its_reason_at_a_key(window: Window, cards: Cards) -> None:
    with running_server(until="live", run_timeout="0.5") as server:
        page = window(f"/{cards['grad']}", url=server.url, expected=GONE)
        press(page, "Run")
        expect_state(page, "timed_out")
        expect_recorded(page)
        expect(card(page)).to_contain_text("timed out after")
        page.keyboard.press("l")
        expect(card(page)).not_to_contain_text(LABEL)
        expect(card(page)).to_contain_text("0.5 s")
        page.close()


def test_a_live_run_is_held_against_the_rehearsal(window: Window, cards: Cards) -> None:
    page = window(f"/{cards['grad']}")
    press(page, "Run")
    expect_state(page, "queued", "running")
    expect_state(page, "done")
    page.keyboard.press("i")
    drift = re.compile(rf"JAX jit [\d.]+ times as long as in the rehearsal \({LABEL.pattern}\)")
    expect(card(page)).to_contain_text(drift)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The static site, some folders deep on a plain web server."""
    if not (ROOT / "site" / "index.html").exists():
        raise RuntimeError("the site is not built: run `make site`")
    web: Path = tmp_path_factory.mktemp("web")
    (web / "talks").mkdir()
    (web / "talks" / "jax").symlink_to(ROOT / "site")
    handler = partial(SimpleHTTPRequestHandler, directory=web)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/talks/jax"
        server.shutdown()


def test_the_site_shows_recordings_without_a_server(window: Window, cards: Cards, site: str) -> None:
    page = window("/", url=site)
    expect(on_slide(page, ".machine")).to_contain_text("recorded runs")
    page = window(f"/#/{cards['grad']}", url=site)
    expect_recorded(page)
    expect(card(page).get_by_role("button", name=re.compile("Run|Recording"))).to_have_count(0)
    expect(card(page).locator(".card-bar").get_by_text(LABEL)).to_have_count(1)
    expect(card(page).locator(".state, form")).to_have_count(0)
    page.keyboard.press("i")
    expect(card(page)).to_contain_text("processor")


def test_what_is_for_the_speaker_is_not_on_the_site() -> None:
    scripts = [file.read_text() for file in (ROOT / "site" / "assets").glob("*.js")]
    assert any("Any order, same result" in script for script in scripts)
    assert not any("Before the talk" in script for script in scripts)


def test_a_source_is_quoted_in_the_details(window: Window, cards: Cards, site: str) -> None:
    page = window(f"/#/{cards['xla']}", url=site)
    page.keyboard.press("i")
    expect(card(page)).to_contain_text("RTX 3060 Ti, 2023, unsynchronised")
    expect(card(page)).to_contain_text("These times cannot be")


@pytest.fixture
def short_deck(cards: Cards) -> Iterator[Path]:
    """A cover and the slide of `jit`: before Slidev prints one slide, it prepares all of its deck."""
    head = SHORT.read_text().split("---\n")[1]
    page = deck().slides[cards["jit"] - 1].page
    number = sum(one.page == page for one in deck().slides[: cards["jit"]])
    file = SHORT.with_name(".paper.md")
    file.write_text(f"---\n{head}---\n\n# Cover\n\n---\nsrc: ./{page}#{number}\n---\n")
    yield file
    file.unlink()


def test_the_pdf_has_results(browser_type: BrowserType, short_deck: Path, tmp_path: Path) -> None:
    file, chromium = tmp_path / "deck.pdf", os.environ.get("JAXLIVE_BROWSER") or browser_type.executable_path
    command = ["npm", "run", "--silent", "pdf", "--", "--per-slide", "--range", "2", "--output", str(file)]
    environment = {**os.environ, "DECK": short_deck.stem}
    subprocess.run(
        [*command, "--executable-path", chromium], cwd=ROOT, env=environment, check=True, timeout=290
    )
    (page,) = PdfReader(file).pages
    text = page.extract_text()
    assert LABEL.search(text)
    assert re.search(r"JAX jit", text)
    assert re.search(r"\d (µs|ms)", text)
