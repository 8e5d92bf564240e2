"""Real Chromium, the built deck, a real server; a console error or a request to another host fails a test."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.browser.cards import deck
from tests.browser.profiles import BUSY_MS, Profiles
from tests.recorded import rehearse
from tests.running import ROOT, RunningServer, running_server

QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"]
NOTHING = "(?!)"
GONE = "net::ERR_|status of 500|dynamically imported module|Unable to preload"
"""What is printed when a server goes: a request that its end cuts short may be answered with 500."""
expect.set_options(timeout=BUSY_MS)  # machines that run tests are busy


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    installed = {"executable_path": path} if (path := os.environ.get("JAXLIVE_BROWSER")) else {}
    return {**browser_type_launch_args, **installed, "args": QUIET}


@contextmanager
def rehearsed(folder: Path, *experiments: str) -> Iterator[RunningServer]:
    """A server on which these experiments have run, or all."""
    if not (ROOT / "dist" / "index.html").exists():
        raise RuntimeError("the deck is not built: run `make deck`")
    rehearse(folder / "history.sqlite", *experiments)
    with running_server(until="live", history=str(folder / "history.sqlite")) as running:
        yield running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Each card has its result, and no test leaves one without."""
    with rehearsed(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def fresh_server() -> Iterator[RunningServer]:
    """A server on which nothing has run."""
    with running_server() as running:
        yield running


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server of its own, as a presenter moves every window; `jit` alone has its result."""
    with rehearsed(tmp_path_factory.mktemp("stage"), "jit") as running:
        yield running


Window = Callable[..., Page]


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    return Profiles(browser)


@pytest.fixture
def window(profiles: Profiles, server: RunningServer) -> Iterator[Window]:
    try:
        with windows(profiles, server.url) as open_window:
            yield open_window
    finally:
        print(server.output.read_text())  # pytest shows it beside a failure


@contextmanager
def windows(profiles: Profiles, home: str) -> Iterator[Window]:
    """Opens windows, each in a profile of its own; at the end none may have complained.

    `expected` matches the lines that Chromium itself prints for requests that are meant to fail.
    """
    complaints: list[str] = []

    def watch(page: Page, url: str, expected: str) -> None:
        def console(message: ConsoleMessage) -> None:
            if message.type == "error" and not re.search(expected, message.text):
                complaints.append(f"console: {message.text} {message.location['url']}")

        page.on("console", console)
        page.on("pageerror", lambda error: complaints.append(f"page: {error}"))
        page.on("request", lambda request: foreign(request.url, url))

    def foreign(requested: str, url: str) -> None:
        if not requested.startswith((url, "data:", "blob:")):
            complaints.append(f"request to another host: {requested}")

    with ExitStack() as stack:

        def open_window(path: str = "/1", url: str = home, expected: str = NOTHING, **options: Any) -> Page:
            page = stack.enter_context(profiles.lent(**options)).new_page()
            watch(page, url, expected)
            page.goto(url + path)
            page.locator(".slidev-layout:visible").first.wait_for()
            return page

        yield open_window
    assert complaints == []


@pytest.fixture(scope="session")
def cards() -> dict[str, int]:
    """The first slide of each experiment on which it is not a drawing."""
    found: dict[str, int] = {}
    for number, slide in enumerate(deck().slides, 1):
        for one in slide.cards:
            if not one.drawn:
                found.setdefault(one.name, number)
    return found


def stand_at(stage: RunningServer, number: int) -> None:
    """The presenter is at this slide, wherever the one of the test before was."""
    stage.client.put("/api/deck", json={"page": number, "clicks": 0}).raise_for_status()


def show(page: Page, url: str, number: int) -> None:
    """Open a slide by its address."""
    page.goto(f"{url}/{number}")
    page.locator(f"#slide-content .slidev-page-{number} .slidev-layout").first.wait_for()


def go(page: Page, number: int) -> None:
    """Change to a slide within the page: a load of the page for each slide would take minutes."""
    page.evaluate(
        "to => document.querySelector('#app').__vue_app__.config.globalProperties.$router.push(to)",
        f"/{number}",
    )
    page.locator(f"#slide-content .slidev-page-{number} .slidev-layout").first.wait_for()


NAV = "document.querySelector('#app').__vue_app__._context.provides['$$slidev-context'].nav"


def slide(page: Page) -> int:
    """The number of the slide in view, whose address may have its alias in place of it.

    A page that has just been loaded is at slide 1 until it has read its address.
    """
    page.locator(".slidev-layout:visible").first.wait_for()
    return int(page.evaluate(f"{NAV}.currentPage"))


def slide_count(page: Page) -> int:
    """How many slides the deck in the page has."""
    return int(page.evaluate(f"{NAV}.total"))


def on_slide(page: Page, selector: str) -> Locator:
    """Elements of the slide in view; its neighbours are in the page too."""
    return page.locator(f"#slide-content .slidev-page-{slide(page)} {selector}")


def card(page: Page) -> Locator:
    """The experiment on the slide in view."""
    return on_slide(page, "[data-experiment]")
