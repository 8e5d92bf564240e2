"""Starting and stopping: one socket, one address to open, and an end that leaves no process behind."""

import asyncio
import errno
import gc
import signal
import socket
import time
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn

from server.settings import LOOPBACK, Settings

if TYPE_CHECKING:
    from server.services import Services


class CannotServe(Exception):
    """The server cannot start; the message says what to do."""


def serve(settings: Settings) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises CannotServe."""
    # Until it serves, Ctrl-C ends the process at once: a KeyboardInterrupt while an extension module is
    # imported is lost, or crashes. Uvicorn then has its own handler, and raises the signal again at the end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    began = time.perf_counter()
    if settings.host not in LOOPBACK and not settings.token:
        raise CannotServe(
            f"{settings.host} is reachable by others: set JAXLIVE_TOKEN, the presenter's secret, "
            "so that strangers can watch but not run."
        )
    bound = bind(settings)
    url = f"http://{settings.host}:{bound.getsockname()[1]}"
    print(f"JAX, live: {url}  (the first worker is starting)", flush=True)
    from experiments.lab.experiment import experiments  # after the address: these import JAX
    from server.app import create_app
    from server.store import UnreadableHistory

    app = create_app(settings, experiments())
    try:
        app.state.services.history.start()
    except UnreadableHistory as error:
        raise CannotServe(str(error)) from None
    gc.freeze()  # what is imported stays: the collector need not look through it while a click waits
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)
    Server(config, app.state.services, began).run(sockets=[bound])


def bind(settings: Settings) -> socket.socket:
    """The listening socket. Raises CannotServe when the port is taken or the address is not ours."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(
                f"Port {settings.port} is taken: is the talk running already? "
                f"Another one: PORT={settings.port + 1} make talk"
            ) from None
        raise CannotServe(f"Cannot listen on {settings.host}:{settings.port}: {error.strerror}") from None


class Server(uvicorn.Server):
    """Announces the first warm worker; told to stop, ends the runs and event streams first.

    Uvicorn alone would wait for the streams, which have no end of their own.
    """

    def __init__(self, config: uvicorn.Config, services: "Services", began: float):
        super().__init__(config)
        self._services = services
        self._began = began

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then announce."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self._announcement = asyncio.create_task(self._announce())

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; from the signal handler, so the loop is only told."""
        super().handle_exit(sig, frame)
        self._loop.call_soon_threadsafe(self._stop_runs)

    def _stop_runs(self) -> None:
        self._stopping = asyncio.create_task(self._services.scheduler.stop())

    async def _announce(self) -> None:
        environment = await self._services.engine.warm()
        device = environment.devices[0]
        seconds = time.perf_counter() - self._began
        print(
            f"Ready after {seconds:.1f} s on {device.kind}: {device.name}, {environment.threads} threads, "
            f"jax {environment.versions['jax']}. Ctrl-C stops.",
            flush=True,
        )
