"""A change of slides in the built deck, with results on them, beside one in an empty Slidev deck."""

import statistics
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import Browser, Page

from benchmarks.report import row
from cli.slides import Card
from tests.browser.cards import run_card, slides_of
from tests.browser.conftest import go, show
from tests.running import ROOT, running_server

CHANGES = 60
WARM_UPS = 4
BUDGET_S = 0.05
SEEN = 10
"""Slides seen before these two: they stay in the page."""
JIT = Card(name="jit")
BETWEEN_MS = 150
EMPTY = "---\ntheme: none\nfavicon: 'data:,'\n---\n\n# One\n\n---\n\n# Two\n"

# The first frame draws what has become visible; when the second one begins, that is on the screen.
WATCH = """number => {
  const slide = document.querySelector(`#slideshow > .slidev-page-${number}`)
  const watch = (key) => (drawn) => {
    const watching = new MutationObserver(() => {
      if (!slide.checkVisibility()) return
      watching.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => drawn(performance.now() - key.timeStamp)))
    })
    watching.observe(slide, { attributes: true })
  }
  const once = { capture: true, once: true }
  addEventListener('keydown', (key) => (window.change = new Promise(watch(key))), once)
}"""


def slide_changes(browser: Browser) -> tuple[list[str], str]:
    """Rows of the deck and of an empty one, a key press in each by turns; whether the budget is kept."""
    with ExitStack() as stack:
        pages = [stack.enter_context(opened(browser)) for opened in (on_results, on_nothing)]
        rounds = [[change(*page, back=bool(n % 2)) for page in pages] for n in range(CHANGES + WARM_UPS)]
    ours, empty = zip(*rounds[WARM_UPS:], strict=True)
    median = statistics.median(ours)
    kept = "kept" if median < BUDGET_S else "missed"
    rows = [row("slide change, results on both", ours), row("slide change in an empty Slidev deck", empty)]
    return rows, f"slide change, median: {kept} ({1e3 * median:.0f} of {1e3 * BUDGET_S:.0f} ms)"


def change(page: Page, number: int, back: bool) -> float:
    """Seconds from the key press to the drawn slide: from slide `number` to the next, or back."""
    page.evaluate(WATCH, number if back else number + 1)
    page.keyboard.press("ArrowUp" if back else "ArrowDown")
    seconds = page.evaluate("window.change") / 1e3
    page.wait_for_timeout(BETWEEN_MS)
    return float(seconds)


@contextmanager
def on_results(browser: Browser) -> Iterator[tuple[Page, int]]:
    """The first two slides in a row that show a run of `jit`."""
    with running_server() as server:
        run_card(server.client, JIT)
        page = browser.new_page()
        show(page, server.url, 2)
        shown = slides_of(JIT)
        number = min(number for number in shown if number + 1 in shown)
        for visited in range(number - SEEN, number + 2):
            go(page, visited)
            page.wait_for_timeout(BETWEEN_MS)
        for one in (number, number + 1):
            page.locator(f".slidev-page-{one} [data-state=done]").wait_for(state="attached")
        go(page, number)
        yield page, number
        page.close()


@contextmanager
def on_nothing(browser: Browser) -> Iterator[tuple[Page, int]]:
    """The first of two slides with a title and no more, by the same Slidev."""
    with TemporaryDirectory() as folder:
        Path(folder, "slides.md").write_text(EMPTY)
        command = ["npx", "slidev", "build", f"{folder}/slides.md", "--out", f"{folder}/dist"]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        with files_served(f"{folder}/dist") as url:
            page = browser.new_page()
            page.goto(url)
            page.locator(".slidev-page-2").wait_for(state="attached")
            yield page, 1
            page.close()


@contextmanager
def files_served(folder: str) -> Iterator[str]:
    """The address of a plain web server of a folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quietly, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quietly(SimpleHTTPRequestHandler):
    """Files, without a line on stderr for each."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""
