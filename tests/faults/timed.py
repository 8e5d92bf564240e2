"""Two sides timed in a tenth of a second: for what is done with timings."""

from collections.abc import Iterator

import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive.lab.declare.experiment import Output, Params, experiment
from jaxlive.lab.measure.timing import compare
from jaxlive.lab.measure.variants import eager, numpy


class TimedParams(Params):
    array_length: int = Field(1000, ge=1, le=1_000_000)


# region slide
@experiment(title="Timed", section="Faults", typical_seconds=0.2)
def timed(params: TimedParams) -> Iterator[Output]:
    x = np.ones(params.array_length, np.float32)
    sides = {"numpy": numpy(np.sum, x), "eager": eager(jnp.sum, x)}
    yield from compare("a sum", sides, reference=np.float64(x.size), budget_s=0.1)


# endregion slide
