"""jit traces and compiles once per shape and dtype; later calls reuse the program.

A call's key is the type of each array (shape, dtype, weak or not) and the structure they are in. A new key
means: run the Python with tracers, compile; a known one: run the program.
Source: Alex McKinney, "On Learning JAX", 2023.
Expect: 1 trace for any number of like calls, then one more for a new length, dtype, rank and weak type.
"""

from collections.abc import Iterator

import jax
import numpy as np
from pydantic import Field

from jaxlive import Output, Params, Printed, experiment
from jaxlive.lab.measure.watching import Calls, reasons, table, watched

# region slide
traced = []


@jax.jit
def cube(x):
    traced.append(jax.typeof(x))
    return x**3


# endregion slide


class RetracingParams(Params):
    """How often the same call is made again."""

    repeats: int = Field(
        1000, ge=1, le=100_000, description="repeat calls", json_schema_extra={"unit": "calls"}
    )


@experiment(title="Traced once per kind of array", section="Compilation", typical_seconds=0.5)
def retracing(params: RetracingParams) -> Iterator[Output]:
    """Traces and compilations call by call, with JAX's own reasons."""
    calls = watched(kinds(params.repeats), traced)
    yield table("kinds of arrays", calls)
    yield Printed(label="why, in JAX’s words", lines=reasons(calls))


def kinds(repeats: int) -> Calls:
    """Calls of `cube` that differ in one thing each."""
    three, four = np.ones(3, np.float32), np.ones(4, np.float32)
    return {
        "ones(3)": lambda: cube(three),
        f"ones(3), {repeats:,} times": lambda: [cube(three) for _ in range(repeats)][-1],
        "ones(4)": lambda: cube(four),
        "ones(3, int)": lambda: cube(np.ones(3, np.int32)),
        "ones((3, 1))": lambda: cube(np.ones((3, 1), np.float32)),
        "float32(1)": lambda: cube(np.float32(1)),
        "1.0": lambda: cube(1.0),
    }
