"""What compiling a function costs, stage by stage."""

from itertools import pairwise
from time import perf_counter
from typing import Any

import jax
from jax.stages import Wrapped

from experiments.lab.blocks import Compile


def compile_split(function: Wrapped, *args: Any) -> Compile:
    """Seconds to trace, lower, compile and run a jitted function once, with JAX's caches cleared before.

    The stages are those of https://docs.jax.dev/en/latest/aot.html. The worker's environment switches the
    persistent compilation cache off: a compile time that was read from a disk is none.
    """
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
    trace_s, lower_s, compile_s, first_run_s = (end - start for start, end in pairwise(clock))
    return Compile(trace_s=trace_s, lower_s=lower_s, compile_s=compile_s, first_run_s=first_run_s)
