"""What compiling a function costs, stage by stage."""

from itertools import pairwise
from time import perf_counter
from typing import Any

import jax
import numpy as np
from jax.stages import Wrapped

from jaxlive.lab.declare.blocks import Compile

REPEATS = 5
BUDGET_S = 0.5


def compile_split(function: Wrapped, *args: Any) -> Compile:
    """Median seconds to trace, lower, compile and run a jitted function once, over repeats.

    Up to five repeats, fewer when half a second is spent; JAX's caches are cleared before each. The stages
    are those of https://docs.jax.dev/en/latest/aot.html. The worker's environment switches the persistent
    compilation cache off: a compile time that was read from a disk is none.
    """
    splits = [_split(function, *args)]
    while len(splits) < REPEATS and sum(map(sum, splits)) < BUDGET_S:
        splits.append(_split(function, *args))
    trace_s, lower_s, compile_s, first_run_s = np.median(splits, axis=0).tolist()
    return Compile(
        repeats=len(splits), trace_s=trace_s, lower_s=lower_s, compile_s=compile_s, first_run_s=first_run_s
    )


def _split(function: Wrapped, *args: Any) -> list[float]:
    jax.clear_caches()
    clock = [perf_counter()]
    traced = function.trace(*args)
    clock.append(perf_counter())
    lowered = traced.lower()
    clock.append(perf_counter())
    compiled = lowered.compile()
    clock.append(perf_counter())
    jax.block_until_ready(compiled(*args))
    clock.append(perf_counter())
    return [end - start for start, end in pairwise(clock)]
