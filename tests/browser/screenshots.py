"""A picture of every slide with its results, light and dark, and all on a sheet: `make screenshots`.

`python -m tests.browser.screenshots 20-29` takes those slides only.
"""

import os
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.cards import cards_once, deck, run_card
from tests.browser.conftest import QUIET, go, on_slide, show, slide_count
from tests.running import ROOT, RunningServer, running_server

FOLDER = ROOT / "screenshots"
CANVAS: ViewportSize = {"width": 960, "height": 540}
SHOWN = ":is([data-experiment], [data-sweep])"
DRAWN_MS = 400  # charts are drawn after the slide has come

SHEET = """<body style="margin: 8px; font: 18px sans-serif; background: #888">
<main style="display: grid; grid-template-columns: repeat(5, 384px); gap: 8px">{}</main>"""
PICTURE = '<figure style="margin: 0">{0}<img src="{1}" style="display: block; width: 384px"></figure>'


def names_on(page: Page, slides: range) -> set[str | None]:
    names = set()
    for number in slides:
        go(page, number)
        for one in on_slide(page, SHOWN).all():
            names.add(one.get_attribute("data-experiment") or one.get_attribute("data-sweep"))
    return names


def run_all(server: RunningServer, names: set[str | None]) -> None:
    """A result for each of their cards; one that fails is said here and shows its error."""
    for written in cards_once(deck().slides):
        if written.name not in names:
            continue
        print(f"run {written.key}", flush=True)
        try:
            run_card(server.client, written)
        except RuntimeError as error:
            print(error, file=sys.stderr)


def numbers(chosen: str, count: int) -> range:
    """The slides of `20-29`, of `20`, or all."""
    first, _, last = chosen.partition("-")
    slides = range(int(first), int(last or first) + 1) if chosen else range(1, count + 1)
    if not 1 <= slides.start < slides.stop <= count + 1:
        raise SystemExit(f"slides {chosen}: got no range within 1-{count}; say for example 20-29")
    return slides


def take(page: Page, number: int, scheme: str) -> Path:
    go(page, number)
    for one in on_slide(page, SHOWN).all():
        one.and_(page.locator("[data-state=done], [data-state=failed], [data-state=timed_out]")).wait_for()
    page.wait_for_timeout(DRAWN_MS)
    picture = FOLDER / scheme / f"{number:03}.png"
    page.screenshot(path=picture)
    return picture


def contact_sheet(browser: Browser, pictures: list[Path], scheme: str) -> None:
    html = FOLDER / f"{scheme}.html"
    figures = [PICTURE.format(picture.stem, picture.relative_to(FOLDER)) for picture in pictures]
    html.write_text(SHEET.format("".join(figures)))
    page = browser.new_page(viewport={"width": 1984, "height": 600})
    page.goto(html.as_uri())
    page.screenshot(path=FOLDER / f"{scheme}.png", full_page=True)
    page.close()


def main(chosen: str = "") -> None:
    with running_server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("JAXLIVE_BROWSER"), args=QUIET)
        page = browser.new_page(viewport=CANVAS)
        show(page, server.url, 2)
        slides = numbers(chosen, slide_count(page))
        run_all(server, names_on(page, slides))
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            (FOLDER / scheme).mkdir(parents=True, exist_ok=True)
            contact_sheet(browser, [take(page, number, scheme) for number in slides], scheme)
    print(f"pictures and sheets: {FOLDER}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
