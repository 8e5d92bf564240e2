"""Compiling is mostly writing machine code: XLA's passes over HLO take the least of it.

Source: JAX documentation, "Ahead-of-time lowering and compilation", for the steps; XLA's profiler for what
is in them. Expect: every phase takes some time; the passes over HLO, more than a hundred, less than what
makes and optimises LLVM IR. One compilation each, under a trace: shares, not timings.
"""

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np
from jax.lax import fori_loop

from jaxlive import Cell, Note, Output, Params, Table, experiment
from jaxlive.lab.programs.phases import compile_phases as phases_of
from jaxlive.lab.programs.xla import Untold

STEPS = 10


# region slide
def product(a, b):
    return jnp.tanh(a @ b)


def loop(x):
    def step(_, x):
        return 2 * jnp.sin(x)

    return fori_loop(0, STEPS, step, x)


# endregion slide


class CompilePhasesParams(Params):
    """Nothing but the device."""


@experiment(title="What compiling is made of", section="Compilation", typical_seconds=1)
def compile_phases(_: CompilePhasesParams) -> Iterator[Output]:
    """Milliseconds and shares of each phase, for a product and a loop."""
    x, square = np.ones(1000, np.float32), np.ones((64, 64), np.float32)
    try:
        made = {
            "product": phases_of(jax.jit(product), square, square),
            "loop": phases_of(jax.jit(loop), x),
        }
    except Untold as untold:
        yield Note(text=str(untold))
        return
    rows: list[list[Cell]] = [
        [function, phase, seconds * 1e3, seconds / sum(phases.values())]
        for function, phases in made.items()
        for phase, seconds in phases.items()
    ]
    yield Table(label="phases", columns=["function", "phase", "traced, ms", "share"], rows=rows)
    yield Note(text="Each function was compiled once, while the profiler listened: shares, not timings.")
