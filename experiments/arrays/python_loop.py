"""A Python loop is orders of magnitude slower than the same sum in a library: think in arrays.

    x₁² + x₂² + … + xₙ²

Source: Alex McKinney, "On Learning JAX", 2023.
Expect: a loop some dozens of times slower than NumPy and jit, all in float64; over the elements of a NumPy
array slower still, as each becomes a Python object; over those of a JAX array by far the slowest, as each
product and each sum is a call of its own.
"""

from collections.abc import Iterator
from functools import partial

import jax
import numpy as np
from pydantic import Field

from jaxlive import (
    Array,
    Note,
    Output,
    Params,
    Timings,
    Work,
    compare,
    eager,
    experiment,
    jitted,
    median_s,
    numpy,
)


# region slide
def loop(numbers):
    total = 0.0
    for x in numbers:
        total += x * x
    return total


def in_arrays(x):
    return (x * x).sum()


fast = jax.jit(in_arrays)
# endregion slide


class PythonLoopParams(Params):
    """How many numbers are summed."""

    array_length: int = Field(
        100_000,
        ge=100,
        le=10_000_000,
        description="numbers; the loops over arrays take a hundredth of them",
        json_schema_extra={"unit": "numbers"},
    )

    def bytes_needed(self) -> int:
        """A Python list of floats; in float64 the data and a temporary on each side."""
        return 80 * self.array_length


@experiment(title="A loop in Python", section="Arrays", typical_seconds=4)
def python_loop(params: PythonLoopParams) -> Iterator[Output]:
    """The sum in a loop, in NumPy and in JAX; then the loop over a list and over arrays."""
    x = np.random.default_rng(0).standard_normal(params.array_length)
    with jax.enable_x64(True):
        timings = yield from compare(
            f"{x.size:,} squares",
            {"loop": numpy(partial(loop, x.tolist())), "numpy": numpy(in_arrays, x), "jit": jitted(fast, x)},
            reference=in_arrays(x),
            of="loop",
            over="numpy",
            work=Work(flops=2 * x.size, bytes=x.nbytes),
        )
        yield Note(text=in_words(timings))
        yield from over_elements(x[: max(10, x.size // 100)])


def over_elements(x: Array) -> Iterator[Output]:
    """The same loop over a list of Python floats, over a NumPy array and over a JAX array."""
    timings = yield from compare(
        f"loops over {x.size:,} elements",
        {
            "list": numpy(partial(loop, x.tolist())),
            "numpy array": numpy(loop, x),
            "jax array": eager(loop, x),
        },
        reference=in_arrays(x),
        of="jax array",
        over="list",
        work=Work(flops=2 * x.size, bytes=x.nbytes),
        budget_s=1,
    )
    each = [
        f"{median_s(timings, row.variant) / x.size * 1e9:,.0f} ns in a {row.variant}" for row in timings.rows
    ]
    yield Note(text=f"The loop takes for each element {', '.join(each)}.")


def in_words(timings: Timings) -> str:
    """How many times as long the loop takes as both libraries do."""
    loop_s, numpy_s, jit_s = (median_s(timings, name) for name in ("loop", "numpy", "jit"))
    return (
        f"The loop takes {loop_s / numpy_s:,.0f} times as long as NumPy, {loop_s / jit_s:,.0f} times as jit."
    )
