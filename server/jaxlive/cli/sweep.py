"""An experiment over a grid of parameters: what is measured already is not measured again."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import httpx
from cyclopts import Parameter
from rich.progress import Progress

from jaxlive.cli import render
from jaxlive.cli.execute import Refused, authorization, local, machine, remote
from jaxlive.cli.grid import grid
from jaxlive.cli.plot import plot
from jaxlive.cli.show import FAILED, SUCCESS, console
from jaxlive.lab.declare.environment import Environment
from jaxlive.lab.declare.experiment import Experiment, Params, experiments
from jaxlive.runs.admission import find
from jaxlive.runs.models import Run
from jaxlive.web.serve import read_settings

AT_ONCE = 8
"""Runs that wait or run: what a server takes of one client."""
PAGE = 200


@dataclass(frozen=True)
class Access:
    """Where the runs are made: its machine, what it has measured before, and how to have it run."""

    environment: Environment
    known: list[Run]
    start: Callable[[Params], AsyncGenerator[Run]]


def sweep(
    name: str,
    *,
    over: Annotated[list[str], Parameter(negative=())],
    devices: str = "auto",
    folder: Path = Path(),
    server: str | None = None,
) -> int:
    """Run an experiment over a grid of parameters; you get one table, one plot and one JSON file.

    After an interruption, just run it again: it reuses what the same code has measured on the same machine.

    Parameters
    ----------
    name
        The experiment.
    over
        Values of a parameter: array_length=1e3..1e8:log6, or 10,20,30. Repeat it for a grid.
    devices
        cpu, gpu, cpu,gpu for both, or all.
    folder
        Where sweep-NAME.json and sweep-NAME.svg go.
    server
        Run on the server at this address, over REST.
    """
    return asyncio.run(_sweep(find(experiments(), name), over, devices, folder, server))


async def _sweep(
    experiment: Experiment, over: list[str], devices: str, folder: Path, server: str | None
) -> int:
    grid(experiment, over, ["auto"])  # what is wrong is told before anything starts
    async with access(experiment, server) as there:
        present = list(dict.fromkeys(device.kind for device in there.environment.devices))
        points = grid(experiment, over, present if devices == "all" else devices.split(","))
        runs = await _measure(there, points)
    swept = [text.partition("=")[0] for text in over]
    console.print(render.sweep(runs, swept))
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"sweep-{experiment.name}"
    states = [run.model_dump(mode="json") for run in runs]
    content = {"experiment": experiment.name, "over": over, "runs": states}
    file.with_suffix(".json").write_text(json.dumps(content) + "\n")
    plot(runs, swept[0], experiment, file.with_suffix(".svg"))
    console.print(f"{file}.json, {file}.svg")
    return SUCCESS if all(run.status == "done" for run in runs) else FAILED


async def _measure(there: Access, points: list[Params]) -> list[Run]:
    """The runs of all points, in their order, with a progress bar."""
    places = asyncio.Semaphore(AT_ONCE)
    with Progress(console=console) as progress:
        bar = progress.add_task("sweep", total=len(points))

        async def one(point: Params) -> Run:
            async with places:
                run = measured(there, point) or [state async for state in there.start(point)][-1]
            progress.advance(bar)
            return run

        return await asyncio.gather(*map(one, points))


def measured(there: Access, point: Params) -> Run | None:
    """The newest run of these parameters that the same code has made on the same machine."""
    wanted = point.model_dump()
    here = _made_by(there.environment)
    for run in there.known:
        same = run.environment and _made_by(run.environment) == here
        if same and run.params == wanted and run.edited is None:
            return run
    return None


def _made_by(environment: Environment) -> tuple[object, ...]:
    return environment.machine, environment.commit, environment.versions


@asynccontextmanager
async def access(experiment: Experiment, server: str | None) -> AsyncGenerator[Access]:
    """A server's machine, or this one with the engine and the history of the settings."""
    name = experiment.name
    if server is None:
        async with machine(read_settings(), spares=1) as services:
            environment = await services.engine.warm()
            known = list(services.history.page(name, "done", services.settings.history_limit))
            yield Access(environment, known, lambda params: local(services, experiment, params))
        return
    async with httpx.AsyncClient(base_url=server, headers=authorization(), timeout=120) as client:
        environment = Environment.model_validate(await _get(client, "/api/environment"))
        known = [run async for run in _runs(client, name)]
        yield Access(environment, known, lambda params: remote(server, name, params.model_dump()))


async def _runs(client: httpx.AsyncClient, name: str) -> AsyncGenerator[Run]:
    """All runs of an experiment that are done, newest first, by pages."""
    wanted = {"experiment": name, "status": "done", "limit": str(PAGE)}
    while page := [Run.model_validate(run) for run in await _get(client, "/api/runs", wanted)]:
        for run in page:
            yield run
        wanted["before"] = page[-1].id


async def _get(client: httpx.AsyncClient, path: str, wanted: dict[str, str] | None = None) -> Any:
    answer = await client.get(path, params=wanted)
    if answer.is_error:
        raise Refused(f"{answer.url}: {answer.status_code} {answer.text[:200]}")
    return answer.json()
