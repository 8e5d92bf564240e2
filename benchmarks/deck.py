"""The deck: build time, how soon and with how much JavaScript its first slide is there, and slide changes."""

import os
import signal
import subprocess
import time
from time import perf_counter

from playwright.sync_api import Browser, Response, sync_playwright

from benchmarks.report import row, table
from benchmarks.slide_change import slide_changes
from tests.running import ROOT, free_port

STARTS = 5
SCRIPT_BUDGET = 600_000
BROWSER = os.environ.get("JAXLIVE_BROWSER")


def deck() -> str:
    """All figures of the deck."""
    builds = [build_seconds() for _ in range(3)]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER)
        starts = [start_seconds(browser) for _ in range(STARTS)]
        changes, kept = slide_changes(browser)
        browser.close()
    addresses, readies, slides, transfers, editors = zip(*starts, strict=True)
    return table(
        "Deck",
        [
            row("build", builds, "s", 1),
            row("second `make talk`: address printed", addresses, "s", 1),
            row("second `make talk`: ready", readies, "s", 1),
            row("second `make talk`: first slide drawn", slides, "s", 1),
            row("compressed JavaScript for the first slide", transfers, "kB", 1e-3),
            *changes,
        ],
        f"Budgets: {script_budget(max(transfers), any(editors))}; {kept}.",
    )


def script_budget(transferred: float, editor: bool) -> str:
    """Whether the budget of the first slide is kept, and whether Slidev's editor is part of it."""
    kept = "kept" if transferred <= SCRIPT_BUDGET else "missed"
    monaco = "with Monaco" if editor else "Monaco is not loaded"
    return f"JavaScript: {kept} ({transferred / 1e3:.0f} of {SCRIPT_BUDGET / 1e3:.0f} kB, {monaco})"


def build_seconds() -> float:
    """Seconds of one build."""
    start = perf_counter()
    subprocess.run(["npm", "run", "--silent", "build"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start


def start_seconds(browser: Browser) -> tuple[float, float, float, float, bool]:
    """Seconds from `make talk` to its address, its readiness and its first slide; what that one loads."""
    port = free_port()
    environment = os.environ | {"PORT": str(port)}
    start = perf_counter()
    with subprocess.Popen(
        ["make", "--silent", "talk"], cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE,
        start_new_session=True,
    ) as talk:  # fmt: skip
        try:
            assert talk.stdout
            assert str(port) in talk.stdout.readline()
            address = perf_counter() - start
            slide, transferred, editor = first_slide(browser, f"http://127.0.0.1:{port}", start)
            assert "Ready" in talk.stdout.readline()
            ready = perf_counter() - start
        finally:
            os.killpg(talk.pid, signal.SIGINT)
    return address, ready, slide, transferred, editor


def first_slide(browser: Browser, url: str, start: float) -> tuple[float, float, bool]:
    """Seconds from `start` until the first slide's title is drawn, bytes of JavaScript, Monaco or not."""
    scripts: list[Response] = []
    page = browser.new_page()
    page.on("response", lambda response: scripts.append(response) if ".js" in response.url else None)
    page.goto(url)
    page.locator("#slide-content h1").first.wait_for()
    seconds = perf_counter() - start
    time.sleep(1)
    transferred = sum(script.request.sizes()["responseBodySize"] for script in scripts)
    monaco = any("monaco" in script.url for script in scripts)
    page.close()
    return seconds, transferred, monaco
