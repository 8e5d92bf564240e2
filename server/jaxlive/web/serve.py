"""Starting and stopping: one socket, one address to open, and an end that leaves no process behind."""

import asyncio
import errno
import gc
import logging
import resource
import signal
import socket
import time
from importlib.util import find_spec
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn
from pydantic import ValidationError
from pydantic_settings import SettingsError

from jaxlive.logs import configure as configure_logs
from jaxlive.project import project
from jaxlive.settings import LOOPBACK, Settings
from jaxlive.web.auth import TO_BE_MADE, make_token
from jaxlive.web.headers import inline_scripts, security_headers

if TYPE_CHECKING:
    from fastapi import FastAPI

    from jaxlive.services import Services

OPEN_FILES = 8192


class CannotServe(Exception):
    """The server cannot start; the message says what to do."""


def read_settings(**given: Any) -> Settings:
    """The settings given, else of the environment. Raises CannotServe for a bad one, without its value."""
    try:
        return Settings(**given)
    except ValidationError as error:
        wrong = (f"JAXLIVE_{str(one['loc'][0]).upper()}: {one['msg']}" for one in error.errors())
        raise CannotServe("; ".join(wrong)) from None
    except SettingsError as error:
        raise CannotServe(f"{error}: a list is JSON, as in '[\"talk.example\"]'") from None


def serve(settings: Settings) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises CannotServe."""
    # Until it serves, Ctrl-C ends the process at once: a KeyboardInterrupt while an extension module is
    # imported is lost, or crashes. Uvicorn then has its own handler, and raises the signal again at the end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    began = time.perf_counter()
    if settings.host not in LOOPBACK and not settings.token:
        raise CannotServe(
            f"others can reach {settings.host}: set JAXLIVE_TOKEN, the presenter's secret, so that strangers "
            f"can watch but not run. JAXLIVE_TOKEN={TO_BE_MADE} makes one."
        )
    configure_logs(logging.INFO)
    check_engine(settings)
    if settings.live_code and not settings.token:
        settings = settings.model_copy(update={"token": TO_BE_MADE})
    allow_open_files()
    bound = bind(settings)
    url = address(settings.host, bound.getsockname()[1])
    print(f"{project().title}: {url}  (the first worker is starting)", flush=True)
    if settings.token == TO_BE_MADE:
        settings = settings.model_copy(update={"token": make_token()})
        rights = "run, cancel and edit" if settings.live_code else "run and cancel"
        print(f"To {rights}, open this once: {url}/?token={settings.token}", flush=True)
    from jaxlive.lab.declare.experiment import experiments  # after the address: these import JAX
    from jaxlive.runs.store import UnreadableHistory
    from jaxlive.web.app import create_app

    app = create_app(settings, experiments())
    try:
        app.state.services.history.start()
    except UnreadableHistory as error:
        raise CannotServe(str(error)) from None
    gc.freeze()  # what is imported stays: the collector need not look through it while a click waits
    Server(configuration(app), app.state.services, began).run(sockets=[bound])


def configuration(app: "FastAPI") -> uvicorn.Config:
    """How uvicorn serves the app: limited heads, no web sockets."""
    from jaxlive.runs.record import shell
    from jaxlive.web.files import docs_page
    from jaxlive.web.http import LimitedHttp
    from jaxlive.web.routes.pages import PAGES, page

    record = shell(app.state.services.settings.deck)
    written = "".join([bytes(docs_page(app).body).decode(), record, *map(page, PAGES)])

    return uvicorn.Config(
        app, log_level="warning", timeout_graceful_shutdown=1, ws="none", server_header=False,
        http=LimitedHttp,
        headers=security_headers(inline_scripts(written)),
    )  # fmt: skip


def check_engine(settings: Settings) -> None:
    """Raise CannotServe for an engine that is not installed, or that cannot contain edited code."""
    if settings.engine == "local":
        return
    if find_spec("ray") is None:
        raise CannotServe("--engine ray needs Ray: .venv/bin/pip install -c constraints.txt -e '.[ray]'")
    if settings.live_code:
        raise CannotServe("--live-code needs --engine local: a cluster's processes are not contained")


def allow_open_files() -> None:
    """Raise this process's limit on open files: each event stream is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def bind(settings: Settings) -> socket.socket:
    """The listening socket. Raises CannotServe when the port is taken or the address is not ours."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(
                f"Port {settings.port} is taken: is the talk running already? "
                f"To use another one: PORT={settings.port + 1} make talk"
            ) from None
        raise CannotServe(f"Cannot listen on {settings.host}:{settings.port}: {error.strerror}") from None


def address(host: str, port: int) -> str:
    """The URL to open; for a server on all addresses, the one at which others find this machine."""
    if host in {"0.0.0.0", "::"}:
        host = _own_address(host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address(wildcard: str) -> str:
    """The address from which a packet to elsewhere would leave; none is sent. Loopback without a network."""
    family, elsewhere, loopback = {
        "0.0.0.0": (socket.AF_INET, "192.0.2.1", "127.0.0.1"),  # RFC 5737 and 3849: for documentation
        "::": (socket.AF_INET6, "2001:db8::1", "::1"),
    }[wildcard]
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))
        except OSError:
            return loopback
        return str(probe.getsockname()[0])


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
        await super().startup(sockets)
        self._announcement = asyncio.create_task(self._announce())

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; from the signal handler, so the loop is only told. It may come before `startup`."""
        super().handle_exit(sig, frame)
        asyncio.get_running_loop().call_soon_threadsafe(self._stop_runs)

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
