"""`jaxlive` of the small talk in processes forked from one that has imported it, so that none takes seconds.

Python's own start is meant by none of these tests; those that mean it start `main.py` or `-m jaxlive`.
"""

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, partial
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.running import SMALL_TALK, running_server

TIMEOUT_S = 110
OPEN_FILES = 256


class Forked:
    """As `subprocess.Popen`: `jaxlive` with these words and variables."""

    def __init__(self, words: tuple[str, ...], environment: Mapping[str, str], out: Path, err: Path) -> None:
        whole = {**os.environ, **SMALL_TALK, **environment}
        self._process = forks().Process(target=become, args=(words, whole, out, err))
        self._process.start()
        self.pid = self._process.pid or 0

    def poll(self) -> int | None:
        """Its exit code; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send a signal, if it still runs: it may be gone before its exit code is here."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code at its end. Raises TimeoutError."""
        self._process.join(timeout)
        if (code := self.poll()) is None:
            raise TimeoutError(f"process {self.pid} did not end within {timeout} s")
        return code


def jaxlive(*words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """A command at its end."""
    with TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        process = Forked(words, {"COLUMNS": "120"} | environment, out, err)
        try:
            code = process.wait(TIMEOUT_S)
        finally:
            process.kill()
        return subprocess.CompletedProcess(words, code, out.read_text(), err.read_text())


def start_server(environment: Mapping[str, str], output: Path) -> Forked:
    """Start a server with these settings, which says everything into one file."""
    return Forked((), environment, output, output)


small_server = partial(running_server, start=start_server)
"""A server of the small talk, as `running_server`."""


@cache
def forks() -> ForkServerContext:
    """What processes are forked from; it ends with this process."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.imported", __name__])
    with patch.dict(os.environ, SMALL_TALK | {"COLUMNS": "120"}):
        forkserver.ensure_running()
    return context


def become(words: tuple[str, ...], environment: Mapping[str, str], out: Path, err: Path) -> None:
    """Be `python -m jaxlive` with these words from here on."""
    for number, file in ((1, out), (2, err)):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    for number in range(3, OPEN_FILES):  # what Python's own start would not have handed down
        with suppress(OSError):
            os.set_inheritable(number, False)
    os.environ.clear()
    os.environ |= environment
    sys.argv = ["jaxlive", *words]
    runpy.run_module("jaxlive", run_name="__main__")
