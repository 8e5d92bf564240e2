"""Lasts as long as it is told, and shows its steps: asleep, or in native code that holds the GIL."""

import ctypes
import time
from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from jaxlive.lab.declare.blocks import Append, Axis, Note, Point, Series
from jaxlive.lab.declare.experiment import Output, Params, experiment


class SlowParams(Params):
    seconds: float = Field(5, ge=0, le=60, json_schema_extra={"unit": "s"})
    how: Literal["sleep", "gil"] = "sleep"


# region slide
@experiment(title="Slow", section="Faults", typical_seconds=5)
def slow(params: SlowParams) -> Iterator[Output]:
    yield Note(text="begun")
    yield Series(label="steps", x=Axis(label="step"), y=Axis(label="time", unit="s"))
    if params.how == "gil":
        ctypes.PyDLL(None).sleep(int(params.seconds))  # PyDLL keeps the GIL
    for step in range(10):
        time.sleep(params.seconds / 10 if params.how == "sleep" else 0)
        yield Append(label="steps", points=[Point(line="step", x=step, y=step * params.seconds / 10)])


# endregion slide
