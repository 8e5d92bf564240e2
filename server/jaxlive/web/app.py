"""The application: routes, protection and problems around the services of one server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response

from jaxlive.lab.declare.experiment import Experiment
from jaxlive.project import project
from jaxlive.services import build, choose
from jaxlive.settings import Settings
from jaxlive.web.files import limit_readers, mount_deck, mount_docs
from jaxlive.web.problems import PROBLEMS, install
from jaxlive.web.protection import Protection
from jaxlive.web.routes import (
    deck,
    edits,
    experiments,
    pages,
    predictions,
    record,
    remotes,
    room,
    runs,
    status,
)
from jaxlive.web.routes.click import Clicks, described


def create_app(settings: Settings, declared: dict[str, Experiment]) -> FastAPI:
    """An app with its own engine, history and figures; the engine starts with the app's lifespan.

    Whoever serves it starts the history first, as its file may be unreadable.
    """
    services = build(settings, declared, choose(settings))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        limit_readers()
        services.room.predictions.load()
        await services.scheduler.start()
        yield
        await services.scheduler.stop()
        services.history.stop()

    app = FastAPI(
        title=project().title, version="0.1.0", lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json", responses={code: PROBLEMS[code] for code in (403, 422)},
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )  # fmt: skip
    app.state.services = services
    app.add_middleware(Clicks, services=services)
    app.add_middleware(Protection, settings=settings, remotes=services.room.remotes)  # it is asked first
    for part in (experiments, runs, deck, edits, predictions, room, remotes):
        app.include_router(part.routes, prefix="/api")
    app.include_router(status.routes)
    app.include_router(pages.routes)
    app.include_router(record.router())
    install(app)

    @app.exception_handler(runs.StreamEnded)
    async def stream_ended(_: Request, __: runs.StreamEnded) -> Response:
        return Response(status_code=204)

    mount_docs(app)
    mount_deck(app, settings)
    app.include_router(described(declared), prefix="/api")  # last: they answer nothing
    return app
