"""Which process this is, what it remembers of earlier runs, and what it draws."""

import os
from collections.abc import Iterator

import numpy as np

from jaxlive.lab.declare.experiment import Output, Params, experiment
from jaxlive.lab.declare.values import values

remembered: list[int] = []


# region slide
@experiment(title="Recall", section="Faults", typical_seconds=0.01)
def recall(_: Params) -> Iterator[Output]:
    remembered.append(os.getpid())
    yield values("memory", pid=os.getpid(), runs=len(remembered), drawn=str(np.random.random()))


# endregion slide
