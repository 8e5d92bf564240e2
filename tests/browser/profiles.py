"""Browser profiles, lent to one window after another: code stays in their caches, and nothing else stays."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext

BUSY_MS = 120_000
USUAL = {"viewport": {"width": 960, "height": 540}, "reduced_motion": "reduce"}
ENTRIES = "performance.setResourceTimingBufferSize(10_000)"  # a deck has more than 250
STORED = {"origin": "*", "storageTypes": "all"}


class Profiles:
    """Those of one browser that are free, by their options: a deck takes seconds to compile in a new one.

    Each has a blank page, and the others beside it: for the first the browser draws its own buttons and
    menus, which takes it as long as the deck.
    """

    def __init__(self, browser: Browser):
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)

    @contextmanager
    def lent(self, **options: Any) -> Iterator[BrowserContext]:
        """A profile without cookies and storage; its pages are closed at the end, but for the blank one."""
        wanted = USUAL | options
        free = self._free[repr(sorted(wanted.items()))]
        profile = free.pop() if free else self._new(wanted)
        yield profile
        blank, *used = profile.pages
        for page in used:
            page.close()
        session = profile.new_cdp_session(blank)
        session.send("Storage.clearDataForOrigin", STORED)  # set_storage_state would empty the caches too
        session.detach()
        free.append(profile)

    def _new(self, options: dict[str, Any]) -> BrowserContext:
        profile = self._browser.new_context(**options)
        profile.set_default_timeout(BUSY_MS)
        profile.add_init_script(ENTRIES)
        profile.new_page()
        return profile
