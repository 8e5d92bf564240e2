"""Never ends by itself: prints, shows, allocates or computes until it is ended."""

import os
import time
from collections.abc import Iterator
from typing import Literal

from jaxlive.lab.declare.blocks import Note
from jaxlive.lab.declare.experiment import Output, Params, experiment

LINE = b"flood" * 200 + b"\n"
CHUNK, MOST = 64 * 2**20, 6 * 2**30  # a limit that fails must not take the machine with it


class FloodParams(Params):
    what: Literal["stdout", "stderr", "blocks", "memory", "loop"] = "stdout"


# region slide
@experiment(title="Flood", section="Faults", typical_seconds=0.1)
def flood(params: FloodParams) -> Iterator[Output]:
    yield Note(text="before")
    os.write(2, b"last words\n")
    hoard: list[bytes] = []
    while len(hoard) * CHUNK < MOST:
        if params.what == "stdout":
            os.write(1, LINE)
        if params.what == "stderr":
            os.write(2, LINE)
        if params.what == "blocks":
            yield Note(text="x" * 100)
        if params.what == "memory":
            hoard.append(b"x" * CHUNK)
            time.sleep(0.05)


# endregion slide
