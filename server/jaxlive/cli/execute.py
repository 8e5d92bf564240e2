"""Runs an experiment, here or on a server, as a stream of the run's states."""

import logging
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from httpx_sse import aconnect_sse
from pydantic import TypeAdapter

from jaxlive.lab.declare.experiment import Experiment, Params, experiments
from jaxlive.logs import configure as configure_logs
from jaxlive.runs.admission import check_memory
from jaxlive.runs.errors import BadParameters
from jaxlive.runs.events import AppendEvent, BlockEvent, RunEvent
from jaxlive.runs.log import reduce
from jaxlive.runs.models import Problem, Run
from jaxlive.services import Services, build, choose
from jaxlive.settings import Settings

EVENT: TypeAdapter[RunEvent] = TypeAdapter(RunEvent)


class Refused(Exception):
    """The run was not accepted; the message is the problem's detail."""


@asynccontextmanager
async def machine(settings: Settings | None = None, *, spares: int = 0) -> AsyncGenerator[Services]:
    """The engine of the settings, on this machine one warm worker and so many spares; no HTTP.

    With a spare each run has a process of its own. Without settings nothing is kept.
    """
    configure_logs(logging.WARNING)
    settings = settings or Settings(history=None)
    services = build(settings, experiments(), choose(settings, spares))
    services.history.start()
    await services.scheduler.start()
    try:
        yield services
    finally:
        await services.scheduler.stop()
        services.history.stop()


async def local(services: Services, experiment: Experiment, params: Params) -> AsyncGenerator[Run]:
    """Yield the run after each of its events. Raises Refused."""
    try:
        check_memory(params, services.engine.environment)
    except BadParameters as error:
        raise Refused(str(error)) from None
    log = services.scheduler.submit(experiment, params, client="cli")
    async for _ in log.follow():
        yield log.run


async def remote(url: str, experiment: str, params: dict[str, Any]) -> AsyncGenerator[Run]:
    """Yield the run after each event that the server sends; leaving early cancels it. Raises Refused."""
    patient = httpx.Timeout(10, read=None)
    async with httpx.AsyncClient(base_url=url, headers=authorization(), timeout=patient) as client:
        answer = await client.post("/api/runs", json={"experiment": experiment, "params": params})
        if answer.is_error:
            raise Refused(Problem.model_validate(answer.json()).detail)
        run = Run.model_validate(answer.json())
        try:
            async with aconnect_sse(client, "GET", f"/api/runs/{run.id}/events") as stream:
                async for message in stream.aiter_sse():
                    if message.data:  # none where the server only says that it is there
                        run = _reduced(run, EVENT.validate_json(message.data))
                        yield run
        finally:
            if run.finished_at is None:
                await client.delete(f"/api/runs/{run.id}")


def authorization() -> dict[str, str]:
    """The header with the presenter's token, where the environment has one."""
    token = os.environ.get("JAXLIVE_TOKEN")
    return {"Authorization": f"Bearer {token}"} if token else {}


def _reduced(run: Run, event: RunEvent) -> Run:
    if isinstance(event, (BlockEvent, AppendEvent)):
        reduce(run.blocks, event)
        return run
    return event.run.model_copy(update={"blocks": run.blocks})
