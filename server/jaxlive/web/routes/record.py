"""The record of the talk so far, as a page."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from jaxlive.runs.record import of_talk, page
from jaxlive.web.shared import Shared

routes = APIRouter()


@routes.get("/record", include_in_schema=False)
async def get_record(shared: Shared) -> HTMLResponse:
    """What has run since the last long pause; 404 in words before the first run."""
    newest_first = shared.history.page(limit=shared.settings.history_limit)
    runs = of_talk(run for run in newest_first if run.finished_at)
    return HTMLResponse(
        await run_in_threadpool(page, runs, shared.history.predictions(), shared.settings.deck)
    )
