"""How the server is: its events for every window, its machine, its health, its figures."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Annotated

from fastapi import APIRouter, Request, Response

from jaxlive.engines.base import WorkerState
from jaxlive.engines.containment import containment
from jaxlive.lab.declare.environment import Environment, load_average
from jaxlive.runs.bus import pieces
from jaxlive.runs.errors import Busy
from jaxlive.runs.events import BusMessage
from jaxlive.runs.models import Health
from jaxlive.web.auth import may, may_edit
from jaxlive.web.problems import PROBLEMS
from jaxlive.web.routes.event_stream import OBJECT, UNBUFFERED, EventStream
from jaxlive.web.shared import Shared

routes = APIRouter(tags=["status"])
RIGHTS = (
    ("may_run", "POST", "/api/runs"),
    ("may_cancel", "DELETE", "/api/runs/"),
    ("may_steer", "PUT", "/api/deck"),
)


@routes.get(
    "/api/events",
    response_class=EventStream,
    responses={200: {"model": Annotated[BusMessage, OBJECT]}, 429: PROBLEMS[429]},
)
async def all_events(shared: Shared) -> EventStream:
    """A snapshot of runs, the deck's position, edits and predictions, then every event, for all windows."""
    place, snapshot = (
        shared.bus.published,
        shared.history.snapshot(shared.presenter.position, shared.room.predictions.all()),
    )

    async def stream() -> AsyncIterator[memoryview | bytes]:
        for piece in pieces(snapshot):
            yield piece
        async for news in shared.bus.follow(place):
            yield news

    return EventStream(stream(), headers=UNBUFFERED)


@routes.get("/api/environment", responses={503: PROBLEMS[503]})
async def environment(shared: Shared) -> Environment:
    """Devices, versions, threads and measured roofs of the worker; waits while the first one starts."""
    limit_s = shared.settings.start_timeout
    try:
        async with asyncio.timeout(limit_s):
            known = await shared.engine.warm()
    except TimeoutError:
        raise Busy(
            f"no worker was ready within {limit_s:g} s: see the server's output", retry_after=5
        ) from None
    return known.model_copy(update={"load_average": load_average()})


@routes.get("/api/health")
async def health(request: Request, shared: Shared) -> Health:
    """Whether the server is up, whether a worker is warm, and what the caller may do."""
    workers, headers, settings = shared.engine.workers(), request.headers, shared.settings
    rights = {
        name: may(headers, method, path, settings, shared.room.remotes) for name, method, path in RIGHTS
    }
    reason = not_ready(workers, shared.scheduler.failures)
    return Health(
        live=True,
        ready=reason is None,
        reason=reason,
        workers=workers,
        queue=shared.scheduler.queue(),
        **rights,
        may_edit=may_edit(headers, settings),
        containment=containment() if settings.live_code else None,
    )


def not_ready(workers: Iterable[WorkerState], failures: Mapping[str, str]) -> str | None:
    """Why no run can count on being served; None when it can."""
    if failures:
        return "; ".join(f"{name}: {words}" for name, words in failures.items())
    warm = any(worker.state != "starting" for worker in workers)
    return None if warm else "workers: none is warm yet"


@routes.get("/metrics", response_class=Response)
async def metrics(shared: Shared) -> Response:
    """Prometheus figures."""
    return Response(shared.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
