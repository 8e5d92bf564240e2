"""Experiments: what there is, and run-and-wait, a typed operation for each."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any, cast

from fastapi import APIRouter, Body, Request, Response
from starlette.background import BackgroundTask

from jaxlive.lab.declare.experiment import Experiment, Params
from jaxlive.notebook.assemble import text
from jaxlive.runs.admission import check_body, check_memory, find
from jaxlive.runs.followers import LOOK_S
from jaxlive.runs.log import RunLog
from jaxlive.runs.metrics import Metrics
from jaxlive.runs.models import Edited, ExperimentInfo, Run, Source
from jaxlive.services import Services
from jaxlive.web.http import ARRIVED
from jaxlive.web.problems import PROBLEMS
from jaxlive.web.shared import Shared


def info(experiment: Experiment) -> ExperimentInfo:
    """An experiment's declaration as JSON."""
    source = experiment.source
    return ExperimentInfo(
        name=experiment.name,
        title=experiment.title,
        section=experiment.section,
        summary=experiment.summary,
        params=experiment.params.model_json_schema(),
        variants=list(experiment.variants),
        source=Source(path=str(source.path), code=source.code, first_line=source.first_line),
        typical_seconds=experiment.typical_seconds,
        needs=list(experiment.needs),
    )


class Notebook(Response):
    """A file for Jupyter."""

    media_type = "application/x-ipynb+json"


def router(experiments: dict[str, Experiment]) -> APIRouter:
    """The routes for these experiments."""
    routes = APIRouter(prefix="/experiments", tags=["experiments"])

    @routes.get("")
    async def list_experiments() -> list[ExperimentInfo]:
        """All experiments."""
        return [info(experiment) for experiment in experiments.values()]

    @routes.get("/{name}", responses={404: PROBLEMS[404]})
    async def get_experiment(name: str) -> ExperimentInfo:
        """One experiment: its parameters, its code, how long it takes."""
        return info(find(experiments, name))

    @routes.get("/{name}/notebook", response_class=Notebook, responses={404: PROBLEMS[404]})
    def get_notebook(name: str, request: Request) -> Response:
        """One experiment as a notebook for Jupyter and Colab, with its recording."""
        experiment = find(experiments, name)
        saved_as = f'attachment; filename="{experiment.name}.ipynb"'
        content = text(experiment, f"{request.base_url}{experiment.name}")
        return Notebook(content, headers={"content-disposition": saved_as})

    # One route answers for all: FastAPI asks each route in turn, and validates what is a Run already.
    @routes.post("/{name}", include_in_schema=False)
    async def run_and_wait(name: str, request: Request, shared: Shared) -> Response:
        experiment = find(experiments, name)
        log = submit(shared, experiment, check_body(experiment, await request.body()), request)
        await _ended_or_gone(log, request)
        told = BackgroundTask(_answered, log, shared.metrics)
        return Response(log.json(), media_type="application/json", background=told)

    for experiment in experiments.values():
        _describe(routes, experiment)
    return routes


def _describe(routes: APIRouter, experiment: Experiment) -> None:
    """Have the OpenAPI document tell of an experiment: its parameters, its answer."""

    async def run_and_wait(params: Params) -> None:
        """Another route has answered before this one is asked."""

    run_and_wait.__annotations__["params"] = Annotated[
        cast(Any, experiment.params), Body(default_factory=experiment.params)
    ]
    routes.add_api_route(
        f"/{experiment.name}", run_and_wait, methods=["POST"], response_model=Run, responses=PROBLEMS,
        operation_id=f"run_{experiment.name}", summary=experiment.title, description=experiment.summary,
    )  # fmt: skip


async def _answered(log: RunLog, metrics: Metrics) -> None:
    """Observe what the answer took, once it is sent."""
    if log.run.status == "done":
        metrics.passed({"answer": log.way.since()})


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
