"""Which engine the settings ask for."""

from jaxlive.engines.base import Engine
from jaxlive.engines.local import LocalEngine
from jaxlive.engines.template import Template
from jaxlive.settings import Settings


def choose(settings: Settings, spares: int = 1) -> Engine:
    """The engine, not started. Ray is imported only where it is asked for."""
    if settings.engine == "local":
        template = Template() if spares else None  # for a single run it would come too late
        return LocalEngine(1 + spares, live_code=settings.live_code, template=template)
    from jaxlive.engines.ray import RayEngine

    return RayEngine(settings.ray_address)
