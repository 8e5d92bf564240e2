"""Runs: start, follow, cancel, look back."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.responses import StreamingResponse

from jaxlive.runs.admission import check, find
from jaxlive.runs.events import RunMessage
from jaxlive.runs.log import RunLog
from jaxlive.runs.models import Run, RunRequest, Status
from jaxlive.talk.editing import edit
from jaxlive.web.auth import check_may_edit
from jaxlive.web.problems import PROBLEMS
from jaxlive.web.routes.click import submit
from jaxlive.web.routes.event_stream import OBJECT, UNBUFFERED, EventStream
from jaxlive.web.shared import Shared

routes = APIRouter(prefix="/runs", tags=["runs"])


class StreamEnded(Exception):
    """The client has seen the whole log: 204 tells an EventSource to stay away."""


async def _log(run_id: str, shared: Shared) -> RunLog:
    return shared.history.get(run_id)


Log = Annotated[RunLog, Depends(_log)]


# What to do with a run that was started, for readers of the OpenAPI document.
NEXT = {
    name: {"operationId": name, "parameters": {"run_id": "$response.body#/id"}}
    for name in ("get_run", "run_events", "cancel_run")
}


@routes.post("", status_code=202, responses={**PROBLEMS, 202: {"links": NEXT}})
async def start_run(body: RunRequest, request: Request, response: Response, shared: Shared) -> Run:
    """Queue a run and return at once; `Location` says where to follow it."""
    experiment = find(shared.experiments, body.experiment)
    if body.code is not None:
        check_may_edit(request.headers, shared.settings)
    edited = edit(experiment, body.code)
    log = submit(shared, experiment, check(experiment, body.params), request, edited)
    log.keep |= body.keep
    response.headers["Location"] = f"/api/runs/{log.run.id}"
    return log.run


@routes.get("", response_model=list[Run], responses={404: PROBLEMS[404]})
async def list_runs(
    shared: Shared,
    experiment: str | None = None,
    status: Status | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: str | None = None,
) -> Response:
    """Runs, newest first; `before` is the id of the last run on the previous page."""
    page = shared.history.page(experiment, status, limit, before)
    return StreamingResponse(as_array(page), media_type="application/json")


async def as_array(runs: Iterable[Run]) -> AsyncIterator[str]:
    """The runs as JSON, one at a time: others are served between two of them."""
    yield "["
    for number, run in enumerate(runs):
        yield f"{',' if number else ''}{run.model_dump_json()}"
        await asyncio.sleep(0)
    yield "]"


@routes.get("/{run_id}", operation_id="get_run", responses={404: PROBLEMS[404]})
async def get_run(log: Log) -> Run:
    """One run."""
    with log.followers.one():
        return log.run


@routes.delete("/{run_id}", operation_id="cancel_run", responses={404: PROBLEMS[404]})
async def cancel_run(log: Log, shared: Shared) -> Run:
    """Cancel a run: take it off the queue or kill its process. One that has ended stays as it is."""
    return await shared.scheduler.cancel(log)


async def _resume_at(log: Log, last_event_id: Annotated[str, Header()] = "") -> int:
    start = int(last_event_id) + 1 if last_event_id.isdecimal() else 0
    if not log.finished:
        return start
    if start == len(log.entries):
        raise StreamEnded
    return min(start, len(log.entries) - 1)  # events that a server's death has lost: the last one tells of it


@routes.get(
    "/{run_id}/events",
    operation_id="run_events",
    response_class=EventStream,
    responses={
        200: {"model": Annotated[RunMessage, OBJECT]},
        204: {"description": "There are no events after Last-Event-ID"},
        404: PROBLEMS[404],
        429: PROBLEMS[429],
    },
)
async def run_events(log: Log, start: Annotated[int, Depends(_resume_at)]) -> EventStream:
    """The run's events from its start or after `Last-Event-ID`; ends with `finished`."""
    return EventStream(log.follow(start), headers=UNBUFFERED)
