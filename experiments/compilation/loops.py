"""JAX traces every step of a Python loop, but fori_loop, scan and while_loop only once.

    x ← x - a (x - tanh(x / v)),        a = 0.05, v = 0.25

tanh(x / v) is the mean of what a sample x was, -1 or 1, before noise of variance v came to it: steps take
noise to -1 and 1, as the inference of a diffusion model takes noise to pictures.
Sources: Alex McKinney, "On Learning JAX", 2023; Marie-Hélène Burle, "Accelerated array computing and
flexible differentiation with JAX", 2024, which name the loops and run none.
Expect: 16, 10 and [0 0 1 3 6]; equal samples from all loops; five equations for each step of the Python
loop against a handful at any number, and a first call that takes some times as long.
"""

import math
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.lax import fori_loop
from pydantic import Field

from jaxlive import (
    Array,
    Axis,
    Note,
    Output,
    Params,
    Point,
    Row,
    Series,
    Timings,
    Work,
    compare,
    experiment,
    jitted,
    operations,
    values,
)

SAMPLES, SHOWN = 1000, 6


# region named
def doubled():
    return lax.while_loop(
        lambda n: n < 10,
        lambda n: 2 * n,
        1,
    )


def total(n):
    return lax.fori_loop(0, n, lambda i, s: s + i, 0)


def sums_before(x):
    return lax.scan(lambda s, i: (s + i, s), 0, x)


# endregion named


# region python
def python_loop(x, steps):
    for _ in range(steps):
        guess = jnp.tanh(x / 0.25)
        x = x - 0.05 * (x - guess)
    return x


# endregion python


# region slide
def fori(x, steps):
    def body(_, x):
        guess = jnp.tanh(x / 0.25)
        return x - 0.05 * (x - guess)

    return fori_loop(0, steps, body, x)


# endregion slide


# region path
def scan(x, steps):
    def body(x, _):
        guess = jnp.tanh(x / 0.25)
        return x - 0.05 * (x - guess), x

    return lax.scan(body, x, length=steps)


# endregion path


LOOPS: Mapping[str, Callable[..., Any]] = {
    "Python loop": python_loop,
    "fori_loop": fori,
    "scan": lambda x, steps: scan(x, steps)[0],
}


class LoopsParams(Params):
    """How many steps."""

    steps: int = Field(
        100, ge=20, le=1000, description="steps of the loop", json_schema_extra={"unit": "steps"}
    )


@experiment(title="One trace for all steps", section="Compilation", typical_seconds=3.5)
def loops(params: LoopsParams) -> Iterator[Output]:
    """The three primitives, the samples on their way, and the same loop in three forms."""
    before, sums = sums_before(np.arange(5))[::-1]
    yield values("three loops", doubled=doubled(), total=total(5), sums_before=before, sum=sums)
    noise = np.random.default_rng(0).normal(size=SAMPLES).astype(np.float32)
    yield on_the_way(noise, params.steps)
    timings = yield from timed(noise, params.steps)
    yield growth(noise, params.steps)
    first = [f"{first_call_s(row) * 1e3:,.0f} ms as {row.variant}" for row in timings.rows]
    yield Note(text=f"The first call takes {', '.join(first)}.")


def on_the_way(noise: Array, steps: int) -> Series:
    """A few samples at about 25 of the steps."""
    path = np.asarray(scan(noise[:SHOWN], steps)[1])
    at = range(0, steps, -(-steps // 25))
    points = [Point(line=f"x{i}", x=n, y=float(path[n, i])) for i in range(SHOWN) for n in at]
    return Series(label="from noise to −1 and 1", x=Axis(label="step"), y=Axis(label="x"), points=points)


def growth(noise: Array, steps: int) -> Series:
    """The size of what is traced, at four numbers of steps."""
    numbers = [steps * part // 4 for part in (1, 2, 3, 4)]
    points = [
        Point(line=name, x=n, y=len(operations(partial(loop, steps=n), noise)))
        for name, loop in LOOPS.items()
        for n in numbers
    ]
    return Series(label="equations", x=Axis(label="steps"), y=Axis(label="equations"), points=points)


def timed(noise: Array, steps: int) -> Generator[Timings, None, Timings]:
    """The loops side by side, 5 FLOPs a step and sample, against the same steps in float64."""
    expected = noise.astype(np.float64)
    for _ in range(steps):
        expected -= 0.05 * (expected - np.tanh(expected / 0.25))
    sides = {name: jitted(jax.jit(partial(loop, steps=steps)), noise) for name, loop in LOOPS.items()}
    return compare(
        f"{steps} steps of {SAMPLES} samples",
        sides,
        reference=expected,
        of="Python loop",
        over="fori_loop",
        work=Work(flops=5 * steps * noise.size, bytes=2 * noise.nbytes),
        budget_s=1,
    )


def first_call_s(row: Row) -> float:
    """Seconds to trace, lower, compile and run once."""
    split = row.compile
    return split.trace_s + split.lower_s + split.compile_s + split.first_run_s if split else math.nan
