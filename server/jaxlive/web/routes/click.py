"""A click: an experiment is run and waited for, by a typed operation for each."""

import asyncio
import re
from contextlib import suppress
from typing import Annotated, Any, cast

from fastapi import APIRouter, Body, Request, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from jaxlive.lab.declare.experiment import Experiment, Params
from jaxlive.runs.admission import check_body, check_memory, find
from jaxlive.runs.followers import LOOK_S
from jaxlive.runs.log import RunLog
from jaxlive.runs.models import Edited, Run
from jaxlive.services import Services
from jaxlive.web.http import ARRIVED
from jaxlive.web.problems import PROBLEMS

PATH = re.compile("/api/experiments/([^/]+)")


class Clicks:
    """Answers `POST /api/experiments/{name}`, an ASGI middleware that hands on the rest.

    A click has no use for FastAPI's dependencies and validation: they took a seventh of its time.
    """

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app, self._services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a click, hand on what is none."""
        if scope["type"] == "http" and scope["method"] == "POST" and (found := PATH.fullmatch(scope["path"])):
            return await self._answer(found[1], scope, receive, send)
        return await self._app(scope, receive, send)

    async def _answer(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Run, wait for the end and answer with the run. Raises JaxliveError."""
        request, shared = Request(scope, receive), self._services
        experiment = find(shared.experiments, name)
        log = submit(shared, experiment, check_body(experiment, await request.body()), request)
        await asyncio.sleep(0)  # first of all, a worker gets to work
        await _ended_or_gone(log, request)
        await Response(log.json(), media_type="application/json")(scope, receive, send)
        if log.run.status == "done":
            shared.metrics.passed({"answer": log.way.since()})


def described(experiments: dict[str, Experiment]) -> APIRouter:
    """What the OpenAPI document tells of a click on each experiment: its parameters, its answer."""
    routes = APIRouter(prefix="/experiments", tags=["experiments"])
    for experiment in experiments.values():
        _describe(routes, experiment)
    return routes


def _describe(routes: APIRouter, experiment: Experiment) -> None:
    async def run_and_wait(params: Params) -> None:
        """`Clicks` has answered before this one is asked."""

    run_and_wait.__annotations__["params"] = Annotated[
        cast(Any, experiment.params), Body(default_factory=experiment.params)
    ]
    routes.add_api_route(
        f"/{experiment.name}", run_and_wait, methods=["POST"], response_model=Run, responses=PROBLEMS,
        operation_id=f"run_{experiment.name}", summary=experiment.title, description=experiment.summary,
    )  # fmt: skip


async def _ended_or_gone(log: RunLog, request: Request) -> None:
    """Wait for the end of a run, as long as the client does."""
    while not log.finished:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_S):
                await log.wait()
        if not log.finished and await request.is_disconnected():
            return


def submit(
    shared: Services, experiment: Experiment, params: Params, request: Request, edited: Edited | None = None
) -> RunLog:
    """Queue a run for the client of this request."""
    check_memory(params, shared.engine.environment)
    client = request.client.host if request.client else ""
    arrived = getattr(request.state, ARRIVED, None)
    return shared.scheduler.submit(experiment, params, client, edited, arrived)
