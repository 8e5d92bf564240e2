"""The record of the talk so far, as a page."""

import asyncio
import gzip

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from jaxlive.runs.record import of_talk, page
from jaxlive.services import Services
from jaxlive.web.shared import Shared


class Record:
    """The page, made and compressed once for all who ask before something else happens."""

    def __init__(self) -> None:
        self._making = asyncio.Lock()
        self._made_of = -1
        self._page = b""

    async def page(self, services: Services) -> bytes:
        """By gzip. Raises NoRecord."""
        async with self._making:
            now, history, settings = services.bus.published, services.history, services.settings
            if now != self._made_of:
                newest_first = history.page(limit=settings.history_limit)
                runs = of_talk(run for run in newest_first if run.finished_at)
                text = await run_in_threadpool(page, runs, history.predictions(), settings.deck)
                self._page = await run_in_threadpool(gzip.compress, text.encode(), 6)
                self._made_of = now
            return self._page


def router() -> APIRouter:
    """Of one app, as its record is kept between two requests."""
    routes, record = APIRouter(), Record()

    @routes.get("/record", include_in_schema=False)
    async def get_record(request: Request, shared: Shared) -> HTMLResponse:
        """What has run since the last long pause; 404 in words before the first run."""
        packed = await record.page(shared)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return HTMLResponse(packed, headers={"content-encoding": "gzip", "vary": "accept-encoding"})
        return HTMLResponse(gzip.decompress(packed), headers={"vary": "accept-encoding"})

    return routes
