"""Runs in a process of its own, whose environment says so."""

import os
import time
from collections.abc import Iterator

from pydantic import Field

from jaxlive.lab.declare.experiment import Output, Params, experiment
from jaxlive.lab.declare.values import values

# region slide
NAME = "JAXLIVE_TEST_APART"
# endregion slide


class ApartParams(Params):
    """How long."""

    seconds: float = Field(0.0, ge=0, le=60, description="seconds")


@experiment(title="Apart", section="Faults", typical_seconds=1, environment={NAME: "yes"})
def apart(params: ApartParams) -> Iterator[Output]:
    """The variable, then the seconds."""
    yield values("variable", value=os.environ.get(NAME, "no"), pid=os.getpid())
    time.sleep(params.seconds)
