"""How the server is: its events for every window, its machine, its health, its figures."""

from collections.abc import AsyncIterator

from fastapi import APIRouter, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from experiments.lab.environment import Environment, load_average
from server.models import BusEvent, Health, Snapshot
from server.problems import Busy
from server.routes.experiments import PROBLEMS
from server.services import Shared

routes = APIRouter(tags=["status"])


@routes.get("/api/events", response_class=EventSourceResponse, responses={200: {"model": BusEvent}})
async def all_events(shared: Shared) -> AsyncIterator[ServerSentEvent]:
    """A snapshot of the latest runs, then every event of every run: what mirrors results to all windows."""
    with shared.bus.reader() as reader:
        snapshot = Snapshot(runs=[log.run for log in shared.history.latest()])
        yield ServerSentEvent(raw_data=snapshot.model_dump_json(), event=snapshot.type)
        while entry := await reader.get():
            yield ServerSentEvent(raw_data=entry.json, event=entry.type)


@routes.get("/api/environment", responses={503: PROBLEMS[503]})
async def environment(shared: Shared) -> Environment:
    """Devices, versions, threads and measured roofs of the worker; 503 while it starts."""
    known = shared.engine.environment
    if known is None:
        raise Busy("the first worker is still starting: ask again in a second", retry_after=1)
    return known.model_copy(update={"load_average": load_average()})


@routes.get("/api/health")
async def health(shared: Shared) -> Health:
    """Whether the server is up, and whether a worker is warm."""
    workers = shared.engine.workers()
    ready = any(worker.state != "starting" for worker in workers)
    return Health(live=True, ready=ready, workers=workers, queue=shared.scheduler.queue())


@routes.get("/metrics", response_class=Response)
async def metrics(shared: Shared) -> Response:
    """Prometheus figures."""
    return Response(shared.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
