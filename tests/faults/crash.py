"""Ends badly: an exception, a signal, an exit, nonsense on stdout, a block too large, a child left behind."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Literal

from jaxlive.lab.declare.blocks import Note, Printed
from jaxlive.lab.declare.experiment import Output, Params, experiment


class CrashParams(Params):
    how: Literal[
        "raise",
        "segfault",
        "killed",
        "exit",
        "stopped",
        "orphan",
        "escaped",
        "stdout",
        "chatty",
        "large",
        "memory",
        "protocol",
    ] = "raise"

    def bytes_needed(self) -> int:
        return 10**15 if self.how == "memory" else 0


# region slide
@experiment(title="Crash", section="Faults", typical_seconds=0.1)
def crash(params: CrashParams) -> Iterator[Output]:
    yield Note(text="before")
    if params.how == "raise":
        raise ZeroDivisionError("nothing is divided by zero")
    print("last words", file=sys.stderr, flush=True)
    if params.how == "segfault":
        ctypes.string_at(0)
    if params.how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if params.how == "stopped":
        os.kill(os.getpid(), signal.SIGSTOP)
    if params.how in {"orphan", "escaped"}:
        child = subprocess.Popen(["sleep", "30"], start_new_session=params.how == "escaped")
        yield Note(text=str(child.pid))
        os._exit(4)
    if params.how == "exit":
        os._exit(3)
    if params.how == "stdout":
        print('{"type": "finished"}')
        os.write(1, b"from the file descriptor\n")
    if params.how == "chatty":
        print("x\n" * 2**20)
    if params.how == "protocol":
        os.write(3, b"nonsense\n")  # the worker's duplicate of fd 1
        time.sleep(30)
    if params.how == "large":
        yield Printed(label="flood", lines=["x" * 1000] * 5000)


# endregion slide
