"""A change of slides in the built deck, with results on them, beside one in an empty Slidev deck."""

import statistics
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import Browser, Page

from benchmarks.report import row
from jaxlive.cli.slides import Deck
from tests.browser.cards import deck
from tests.browser.conftest import go, show, slide
from tests.recorded import rehearse
from tests.running import ROOT, running_server

CHANGES = 6
"""Of a pair of slides, forth and back by turns; the first two are a warm-up."""
WARM_UPS = 2
MOST_RATIO = 1.3
BETWEEN_MS = 150
DRAWN_MS = 12_000
"""After the first slide, for what the deck fetches once it is in view."""
RESULT = "[data-state=done]"
EMPTY = "---\ntheme: none\nfavicon: 'data:,'\n---\n\n# One\n\n---\n\n# Two\n"

# The first frame draws what has become visible; when the second one begins, that is on the screen.
WATCH = """number => {
  const slide = document.querySelector(`#slideshow > .slidev-page-${number}`)
  const watch = (key) => (drawn) => {
    const watching = new MutationObserver(() => {
      if (!slide.firstElementChild?.checkVisibility()) return
      watching.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => drawn(performance.now() - key.timeStamp)))
    })
    watching.observe(slide, { attributes: true })
  }
  const once = { capture: true, once: true }
  addEventListener('keydown', (key) => (window.change = new Promise(watch(key))), once)
}"""


def slide_changes(browser: Browser) -> tuple[list[str], str]:
    """Rows of the deck and of an empty one, a key press in each by turns; whether the budget is kept.

    The talk is gone through from its first slide on: at each pair, all slides before it are in the page.
    """
    with ExitStack() as stack:
        ours, empty = (stack.enter_context(opened(browser)) for opened in (on_results, on_nothing))
        by_pair = {first: changes_of(ours, first, empty) for first in pairs(deck())}
    return report(by_pair)


def report(by_pair: dict[int, list[tuple[float, float]]]) -> tuple[list[str], str]:
    """The rows, and the ratio of the medians beside its budget."""
    ours, empty = zip(*chain.from_iterable(by_pair.values()), strict=True)
    worst = max(by_pair, key=lambda first: ratio(by_pair[first]))
    slowest, beside = zip(*by_pair[worst], strict=True)
    rows = [
        row(f"slide change, {len(by_pair)} pairs with results on both", ours),
        row("slide change in an empty Slidev deck", empty),
        row(f"the slowest of these pairs, slides {worst} and {worst + 1}", slowest),
        row("the empty deck beside it", beside),
    ]
    found = ratio([*zip(ours, empty, strict=True)])
    kept = "kept" if found <= MOST_RATIO else "missed"
    pair = f"{ratio(by_pair[worst]):.2f} the slowest pair"
    return rows, f"slide change: {kept} ({found:.2f} of {MOST_RATIO} times an empty deck's, {pair})"


def ratio(changes: list[tuple[float, float]]) -> float:
    """Median over median."""
    ours, empty = zip(*changes, strict=True)
    return float(statistics.median(ours) / statistics.median(empty))


def pairs(deck: Deck) -> list[int]:
    """The first of each two neighbours of the talk, not of its appendix, that both show runs."""
    return [n for n, (one, next_one) in enumerate(pairwise(deck.talk), 1) if one.runs and next_one.runs]


def changes_of(ours: Page, first: int, empty: Page) -> list[tuple[float, float]]:
    """Seconds of the changes between a pair of slides, and of those in the empty deck."""
    for number in range(slide(ours), first + 2):
        go(ours, number)
        ours.wait_for_timeout(BETWEEN_MS)
    for number in (first, first + 1):
        ours.locator(f"#slideshow .slidev-page-{number} {RESULT}").first.wait_for(state="attached")
    go(ours, first)
    ours.wait_for_timeout(BETWEEN_MS)
    forth_and_back = [bool(n % 2) for n in range(CHANGES)]
    return [(change(ours, first, back), change(empty, 1, back)) for back in forth_and_back][WARM_UPS:]


def change(page: Page, number: int, back: bool) -> float:
    """Seconds from the key press to the drawn slide: from slide `number` to the next, or back."""
    page.evaluate(WATCH, number if back else number + 1)
    page.keyboard.press("ArrowUp" if back else "ArrowDown")
    seconds = page.evaluate("window.change") / 1e3
    page.wait_for_timeout(BETWEEN_MS)
    return float(seconds)


@contextmanager
def on_results(browser: Browser) -> Iterator[Page]:
    """The first slide of the deck, by a server whose history is the recorded runs: each card shows one."""
    with TemporaryDirectory() as folder:
        history = Path(folder, "history.sqlite")
        rehearse(history)
        with running_server(history=str(history)) as server:
            page = browser.new_page()
            show(page, server.url, 1)
            page.wait_for_timeout(DRAWN_MS)
            yield page
            page.close()


@contextmanager
def on_nothing(browser: Browser) -> Iterator[Page]:
    """The first of two slides with a title and no more, by the same Slidev."""
    with TemporaryDirectory() as folder:
        Path(folder, "slides.md").write_text(EMPTY)
        command = ["npx", "slidev", "build", f"{folder}/slides.md", "--out", f"{folder}/dist"]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        with files_served(f"{folder}/dist") as url:
            page = browser.new_page()
            page.goto(url)
            page.locator(".slidev-page-2").wait_for(state="attached")
            yield page
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
