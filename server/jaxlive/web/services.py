"""What the routes share, built once for each app."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from jaxlive.engines.base import Engine
from jaxlive.lab.declare.experiment import Experiment
from jaxlive.runs.bus import Bus
from jaxlive.runs.history import History
from jaxlive.runs.metrics import Metrics
from jaxlive.runs.scheduler import Scheduler
from jaxlive.settings import Settings
from jaxlive.talk.edits import Edits
from jaxlive.talk.presenter import Stage


@dataclass(frozen=True)
class Services:
    """The parts of one server."""

    settings: Settings
    experiments: dict[str, Experiment]
    engine: Engine
    history: History
    bus: Bus
    metrics: Metrics
    scheduler: Scheduler
    stage: Stage
    edits: Edits


def build(settings: Settings, experiments: dict[str, Experiment], engine: Engine) -> Services:
    """Connect the parts."""
    bus, metrics = Bus(), Metrics(engine)
    history = History(settings, bus)
    scheduler = Scheduler(settings, engine, history, bus, metrics)
    return Services(
        settings, experiments, engine, history, bus, metrics, scheduler, Stage(bus), Edits(history, bus)
    )


async def _of(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


# The dependencies are coroutines: FastAPI would send plain functions through its thread pool.
Shared = Annotated[Services, Depends(_of)]
