"""What a compilation spends its time on, and what takes memory: by phase, and by line of Python."""

from collections import Counter
from time import perf_counter
from typing import Any

import jax
from jax.stages import Wrapped

from jaxlive.lab.programs import hlo, xla
from jaxlive.lab.programs.stages import lowered_anew, optimised_stage


def compile_phases(function: Wrapped, *args: Any) -> dict[str, float]:
    """Seconds of each phase of one compilation of what `jax.jit` made, from empty caches and under a trace.

    JAX's phases are on the clock, those of XLA by its profiler; what none of them covers is `other`. Raises
    Untold where the profiler does not tell.
    """
    jax.clear_caches()
    clock: list[float] = []

    def work() -> None:
        clock.append(perf_counter())
        traced = function.trace(*args)
        clock.append(perf_counter())
        lowered = traced.lower()
        clock.append(perf_counter())
        lowered.compile()
        clock.append(perf_counter())

    told = xla.phases(xla.traced(work))
    whole = clock[3] - clock[2]
    other = max(0.0, whole - sum(told.values()))
    return {"trace": clock[1] - clock[0], "lower": clock[2] - clock[1], **told, "other": other}


def peak_by_line(function: Wrapped, *args: Any) -> dict[int | None, int]:
    """Bytes that live when a program takes most memory, by the source line that made them, most first.

    The program is that of a function that `jax.jit` made, for these arguments, which have no line: None.
    Raises Untold where XLA does not tell.
    """
    lowered, place = lowered_anew(function, *args)
    lines = hlo.instructions(optimised_stage(lowered, lowered.compile(), place))
    bytes_ = Counter[int | None]()
    with xla.dumped(lowered) as folder:
        for name, size in xla.peak_buffers(folder).items():
            bytes_[lines.get(name)] += size
    return dict(bytes_.most_common())
