"""Which engine the settings ask for."""

from server.engines import Engine
from server.engines.local import LocalEngine
from server.engines.template import Template
from server.settings import Settings


def choose(settings: Settings, spares: int = 1) -> Engine:
    """The engine, not started. Ray is imported only where it is asked for."""
    if settings.engine == "local":
        template = Template() if spares else None  # for a single run it would come too late
        return LocalEngine(1 + spares, live_code=settings.live_code, template=template)
    from server.engines.ray import RayEngine

    return RayEngine(settings.ray_address)
