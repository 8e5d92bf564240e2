"""The parts of one server, or of the command line without one, built and connected once."""

from dataclasses import dataclass

from jaxlive.engines.base import Engine
from jaxlive.engines.local import LocalEngine
from jaxlive.engines.template import Template
from jaxlive.lab.declare.experiment import Experiment
from jaxlive.room.room import Room
from jaxlive.runs.bus import Bus
from jaxlive.runs.history import History
from jaxlive.runs.metrics import Metrics
from jaxlive.runs.scheduler import Scheduler
from jaxlive.settings import Settings
from jaxlive.talk.edits import Edits
from jaxlive.talk.presenter import Presenter


@dataclass(frozen=True)
class Services:
    """Each part once; `presenter`, `edits` and `room` are those of the talk that is given."""

    settings: Settings
    experiments: dict[str, Experiment]
    engine: Engine
    history: History
    bus: Bus
    metrics: Metrics
    scheduler: Scheduler
    presenter: Presenter
    edits: Edits
    room: Room


def build(settings: Settings, experiments: dict[str, Experiment], engine: Engine) -> Services:
    """Connect the parts."""
    bus, metrics = Bus(), Metrics(engine)
    history = History(settings, bus)
    scheduler = Scheduler(settings, engine, history, bus, metrics)
    presenter, edits = Presenter(bus), Edits(history, bus)
    room = Room(settings.deck, history, bus, presenter)
    return Services(settings, experiments, engine, history, bus, metrics, scheduler, presenter, edits, room)


def choose(settings: Settings, spares: int = 1) -> Engine:
    """The engine that the settings ask for, not started. Ray is imported only where it is asked for."""
    if settings.engine == "local":
        template = Template() if spares else None  # for a single run it would come too late
        return LocalEngine(1 + spares, live_code=settings.live_code, template=template)
    from jaxlive.engines.ray import RayEngine

    return RayEngine(settings.ray_address)
