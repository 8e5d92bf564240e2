"""Ends badly: an exception, a segmentation fault, an exit, nonsense on stdout, a block too large."""

import ctypes
import os
import sys
import time
from collections.abc import Iterator
from typing import Literal

from experiments.lab.blocks import Note, Printed
from experiments.lab.experiment import Output, Params, experiment


class CrashParams(Params):
    how: Literal["raise", "segfault", "exit", "stdout", "large", "memory", "protocol"] = "raise"

    def bytes_needed(self) -> int:
        return 10**15 if self.how == "memory" else 0


# region slide
@experiment(title="Crash", section="Faults", typical_seconds=0.1)
def crash(params: CrashParams) -> Iterator[Output]:
    yield Note(text="before")
    if params.how == "raise":
        raise ZeroDivisionError("nothing is divided by zero")
    if params.how == "segfault":
        print("last words", file=sys.stderr, flush=True)
        ctypes.string_at(0)
    if params.how == "exit":
        os._exit(3)
    if params.how == "stdout":
        print('{"type": "finished"}')
        os.write(1, b"from the file descriptor\n")
    if params.how == "protocol":
        os.write(3, b"nonsense\n")  # the worker's duplicate of fd 1
        time.sleep(30)
    if params.how == "large":
        yield Printed(label="flood", lines=["x" * 1000] * 5000)


# endregion slide
