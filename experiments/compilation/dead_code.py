"""JAX traces code that doesn't reach the result, then drops it: of a thousand squarings one copy remains.

Source: Alex McKinney, "On Learning JAX", 2023: 81.9 ms eager, 800 ms for the first jitted call, 8.72 µs
afterwards. Expect: N + 1 equations in the jaxpr, which is the function as Python ran it, and one copy in the
program. The source thanks XLA, but JAX itself drops what is not used when it lowers the jaxpr: StableHLO has
none of it. XLA drops what is used to no effect, 0 · y of integers; nobody drops 0 · y of floats, as 0 · inf
is not 0. The first call still pays for tracing all of it.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import numpy as np
from jax.stages import Wrapped
from pydantic import Field

from jaxlive import (
    Array,
    Cell,
    Output,
    Params,
    Program,
    Table,
    compare,
    eager,
    experiment,
    jitted,
    programs,
    values,
)
from jaxlive.lab.measure.watching import paid_back

FLOATS, INTEGERS = np.arange(4, dtype=np.float32), np.arange(4, dtype=np.int32)
Loop = Callable[..., Any]


# region slide
def stupid_loop(x, times):
    copy = x.copy()
    for _ in range(times):
        x = x * x
    return copy


# endregion slide


# region used
def in_vain(x, times):
    y = x
    for _ in range(times):
        y = y * y
    return x + 0 * y


# endregion used


class DeadCodeParams(Params):
    """How much there is to drop."""

    squarings: int = Field(
        1000, ge=10, le=2000, description="unused squarings", json_schema_extra={"unit": "squarings"}
    )


@experiment(title="A thousand squarings, one copy", section="Compilation", typical_seconds=2)
def dead_code(params: DeadCodeParams) -> Iterator[Output]:
    """The size of each form of the program, the program itself, who drops what, and what the calls cost."""
    squarings = params.squarings
    yield sizes((10, 100, 1000))
    yield program_of(stupid_loop, FLOATS, squarings)
    yield from who_drops()
    timings = yield from compare(
        f"{squarings:,} squarings",
        {
            "eager": eager(partial(stupid_loop, times=squarings), FLOATS),
            "jit": jitted(compiled(stupid_loop, squarings), FLOATS),
        },
        reference=FLOATS,
        of="eager",
        over="jit",
        budget_s=1,
    )
    yield paid_back(timings)


def compiled(loop: Loop, squarings: int) -> Wrapped:
    """The loop with its length fixed: Python unrolls it while tracing."""
    return jax.jit(partial(loop, times=squarings))


def program_of(loop: Loop, x: Array, squarings: int) -> Program:
    """The loop in all its forms."""
    return next(programs(compiled(loop, squarings), x))


def counts(program: Program) -> list[int]:
    """Equations, operations and instructions."""
    return [stage.count or 0 for stage in program.stages[1:]]


def sizes(lengths: tuple[int, ...]) -> Table:
    """What is left of the loop in each form, for some lengths."""
    rows: list[list[Cell]] = [[n, *counts(program_of(stupid_loop, FLOATS, n))] for n in lengths]
    columns = ["squarings", "jaxpr equations", "StableHLO operations", "HLO instructions"]
    return Table(label="what is left", columns=columns, rows=rows)


def who_drops(squarings: int = 100) -> Iterator[Output]:
    """Three loops in vain, and at which form each is gone; the results say why."""
    loops: dict[str, tuple[Loop, Array]] = {
        "not used": (stupid_loop, FLOATS),
        "0 · y, integers": (in_vain, INTEGERS),
        "0 · y, floats": (in_vain, FLOATS),
    }
    rows: list[list[Cell]] = []
    for name, (loop, x) in loops.items():
        left = counts(program_of(loop, x, squarings))
        gone = [left[1] < squarings, left[2] < squarings]
        rows.append([name, *left, "JAX" if gone[0] else "XLA" if gone[1] else "nobody"])
    columns = [f"{squarings} squarings", "jaxpr", "StableHLO", "HLO", "dropped by"]
    yield Table(label="who drops it", columns=columns, rows=rows)
    results = {name: compiled(loop, squarings)(x) for name, (loop, x) in loops.items()}
    yield values("what they give", **results)
