"""Variants whose time is known, since they wait for a clock: they last as long on a busy machine."""

from time import perf_counter
from typing import Any

import numpy as np

from experiments.lab.variants import Variant, numpy

ONES = np.ones(4, np.float32)


def lasting(seconds: float, value: Any = ONES) -> Variant:
    """Returns the value after this time."""

    def wait_for_the_clock() -> Any:
        end = perf_counter() + seconds
        while perf_counter() < end:
            pass
        return value

    return numpy(wait_for_the_clock)
