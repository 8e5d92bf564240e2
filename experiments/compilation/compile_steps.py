"""It takes six steps to compile a Python function; the second call only needs the last.

    x W + b        with x of 4 elements, W of 4 by 2, b of 2

Source: Alex McKinney, "On Learning JAX", 2023: 26.1 µs without jit, 36.3 ms for the first call, 7.62 µs
afterwards; Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024.
Expect: nothing runs before the trace, one trace and one compilation in all, and a first call that costs as
much as a thousand later ones.
"""

from collections.abc import Iterator

import jax
import numpy as np

from jaxlive import (
    Array,
    Cell,
    Output,
    Params,
    Table,
    compare,
    compilations,
    eager,
    experiment,
    jitted,
    programs,
)
from jaxlive.lab.measure.watching import paid_back, runs


# region slide
def linear(x, W, b):
    return x @ W + b


def six_steps(*args):
    yield "write", linear
    f = jax.jit(linear)
    yield "jit", f
    stage = f.trace(*args)
    yield "trace", stage
    yield "jaxpr", stage.jaxpr
    yield "XLA", stage.lower().compile()
    yield "cache", f(*args)
    yield "cache, again", f(*args)


# endregion slide


class CompileStepsParams(Params):
    """Nothing but the device."""


@experiment(title="Six steps, once", section="Compilation", typical_seconds=2)
def compile_steps(_: CompileStepsParams) -> Iterator[Output]:
    """What there is after each step, the program in its forms, and what the first call costs."""
    random = np.random.default_rng(0)
    x, matrix, b = (random.standard_normal(shape, np.float32) for shape in ((4,), (4, 2), (2,)))
    yield counted(x, matrix, b)
    yield from programs(jax.jit(linear), x, matrix, b)
    timings = yield from compare(
        "x W + b",
        {"eager": eager(linear, x, matrix, b), "jit": jitted(jax.jit(linear), x, matrix, b)},
        reference=linear(*(part.astype(np.float64) for part in (x, matrix, b))),
        of="eager",
        over="jit",
        budget_s=1,
    )
    yield paid_back(timings)


def counted(*args: Array) -> Table:
    """What each step gives, with the traces and compilations so far, from empty caches."""
    jax.clear_caches()
    rows: list[list[Cell]] = []
    with compilations() as compiled, runs(linear) as traced:
        for step, made in six_steps(*args):
            count = None if compiled is None else len(compiled)
            rows.append([step, type(made).__name__, len(traced), count])
    return Table(label="step by step", columns=["step", "gives", "traces", "compiled"], rows=rows)
