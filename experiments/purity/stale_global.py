"""A jitted function reads a global once, when it's traced; it never notices a later change.

    f(x) = shift + x

Sources: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024;
Alex McKinney, "On Learning JAX", 2023.
Expect: [2 2 2], again [2 2 2] where it should be ones, and [1 1 1 1] after a new shape; [-1 0 1], [-1 -2 -1]
and [1 2 3 4] for a number that goes from -1 to 1; [2 4 6] twice, although the array was zeroed; no error and
no warning. Without jit, or with the global made an argument, every call is right.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlive import Cell, Note, Output, Params, Table, experiment
from jaxlive.lab.measure.watching import in_a_line

# region slide
hidden = {}
traced = []


def impure(x):
    traced.append(jax.typeof(x))
    return hidden["shift"] + x


impure_jit = jax.jit(impure)
# endregion slide


# region pure
@jax.jit
def pure(shift, x):
    return shift + x


# endregion pure


class StaleGlobalParams(Params):
    """Nothing but the device."""


@experiment(title="A trace keeps what it read", section="Purity", typical_seconds=0.5)
def stale_global(_: StaleGlobalParams) -> Iterator[Output]:
    """An array, a number and a JAX array as the global: with jit, without, and as an argument."""
    ones, zeros = partial(np.ones, dtype=np.int32), partial(np.zeros, dtype=np.int32)
    array = [(ones(3), ones(3)), (zeros(3), ones(3)), (zeros(4), ones(4))]
    number = [(-1, np.arange(3)), (1, np.array([0, -1, 0])), (1, np.arange(4))]
    steps = jnp.arange(1, 4)
    tables = [
        beside("an array", array),
        beside("a number", number),
        beside("a JAX array", [(steps, steps), (jnp.zeros_like(steps), steps)]),
    ]
    yield from tables
    stale = [bool(row[-1]) for shown in tables for row in shown.rows]
    yield Note(text=f"{sum(stale)} of {len(stale)} results of jit are stale, without an error or a warning.")


def beside(label: str, steps: list[tuple[Any, Any]]) -> Table:
    """Set the global and call, step by step, from an empty cache."""
    jax.clear_caches()
    traced.clear()
    rows: list[list[Cell]] = []
    for shift, x in steps:
        hidden["shift"] = shift
        kept = impure_jit(x)
        traces = len(traced)
        fresh, right = impure(x), pure(shift, x)
        del traced[traces:]  # without jit the function runs, and that is no trace
        given = [in_a_line(given) for given in (shift, x, kept, fresh, right)]
        rows.append([*given, traces, given[2] != given[3]])
    hidden.clear()
    columns = ["shift", "x", "jit", "no jit", "argument", "traces", "stale"]
    return Table(label=label, columns=columns, rows=rows)
