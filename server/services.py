"""What the routes share, built once for each app."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from experiments.lab.experiment import Experiment
from server.bus import Bus
from server.edits import Edits
from server.engines import Engine
from server.history import History
from server.metrics import Metrics
from server.scheduler import Scheduler
from server.settings import Settings
from server.stage import Stage


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
