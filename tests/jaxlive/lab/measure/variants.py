"""Variants whose time is known, since they wait for a clock: they last as long on a busy machine.

And rows made of given samples.
"""

from time import perf_counter
from typing import Any

import numpy as np

from jaxlive.lab.declare.blocks import Row
from jaxlive.lab.measure.medians import summarize
from jaxlive.lab.measure.variants import Variant, numpy

ONES = np.ones(4, np.float32)


def lasting(seconds: float, value: Any = ONES) -> Variant:
    """Returns the value after this time."""

    def wait_for_the_clock() -> Any:
        end = perf_counter() + seconds
        while perf_counter() < end:
            pass
        return value

    return numpy(wait_for_the_clock)


def a_row(samples_s: list[float]) -> Row:
    """A row with these samples."""
    latency = summarize(samples_s, calls_per_sample=1)
    return Row(
        variant="numpy",
        framework="numpy",
        mode="eager",
        device="cpu",
        dtype="float32",
        threads=2,
        latency=latency,
    )
