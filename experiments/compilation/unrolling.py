"""An unrolled loop compiles longer and can run faster: XLA doesn't optimise across iterations.

    x + 1 + 2 + … + N = x + N (N + 1) / 2

XLA finds this formula when it sees all additions; in the body of a loop it sees one.
Source: Alex McKinney, "On Learning JAX", 2023.
Expect: N additions for a Python loop, and the source's 1000 squares of a copy make 1001 equations, against 2
by scan; compile time that grows with N for the unrolled form only; after it a single addition.
"""

import math
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.lax import fori_loop
from pydantic import Field

from jaxlive import (
    Append,
    Array,
    Axis,
    Cell,
    Note,
    Output,
    Params,
    Point,
    Row,
    Series,
    Table,
    Timings,
    Work,
    compare,
    experiment,
    jitted,
    last,
    operations,
    programs,
)

LENGTH, FEW, UNROLL = 1000, 5, 10


# region slide
def unrolled(x, n):
    for i in range(1, n + 1):
        x = x + i
    return x


def add(i, x):
    return x + i


def fori(x, n):
    return fori_loop(1, n + 1, add, x)


# endregion slide


# region scan
def scan(x, n, unroll=1):
    def body(x, i):
        return add(i, x), None

    terms = jnp.arange(1, n + 1)
    return lax.scan(body, x, terms, unroll=unroll)[0]


# endregion scan


# region squares
def squares(x, n):
    y = x.copy()
    for _ in range(n):
        x = x * x
    return y


def squares_scan(x, n):
    def body(x, _):
        return x * x, None

    return lax.scan(body, x, length=n)[0]


# endregion squares

Form = Callable[..., Any]
EXTREMES: Mapping[str, Form] = {"unrolled": unrolled, "fori_loop": fori}
FORMS: Mapping[str, Form] = {**EXTREMES, "scan": scan, f"scan, unroll={UNROLL}": partial(scan, unroll=UNROLL)}


class UnrollingParams(Params):
    """How long the longest loop is."""

    most: int = Field(
        1000, ge=10, le=3000, description="of the longest loop", json_schema_extra={"unit": "iterations"}
    )


@experiment(title="To unroll or not", section="Compilation", typical_seconds=6)
def unrolling(params: UnrollingParams) -> Iterator[Output]:
    """Equations, compile time and run time as the loop gets longer, two short programs, and all forms."""
    x = np.ones(LENGTH, np.float32)
    numbers = [n for n in (10, 100) if n < params.most] + [params.most]
    yield traced(numbers, x)
    yield from programs(jax.jit(partial(unrolled, n=FEW)), x, label=f"{FEW} additions, unrolled")
    yield from programs(jax.jit(partial(fori, n=FEW)), x, label=f"{FEW} additions in a loop")
    longest = yield from timed(params.most, x, FORMS)
    for label in ("time to compile", "time of a call"):
        y = Axis(label=label, unit="s")
        yield Series(label=label, x=Axis(label="iterations", scale="log"), y=y)
    for n in numbers:
        timings = longest if n == params.most else last(timed(n, x, EXTREMES))
        compiling = [Point(line=row.variant, x=n, y=compile_s(row)) for row in timings.rows[:2]]
        yield Append(label="time to compile", points=compiling)
        calls = [Point(line=row.variant, x=n, y=row.latency.median_s) for row in timings.rows[:2]]
        yield Append(label="time of a call", points=calls)
    yield worth_it(params.most, longest)


def traced(numbers: Sequence[int], x: Array) -> Table:
    """What is traced: the sum by loops of Python and of JAX, and the source's squares by both."""
    loops = {"unrolled": unrolled, "fori_loop": fori, "squares": squares, "squares, scan": squares_scan}
    rows: list[list[Cell]] = [
        [n, *(len(operations(partial(loop, n=n), x)) for loop in loops.values())] for n in numbers
    ]
    return Table(label="equations", columns=["iterations", *loops], rows=rows)


def timed(n: int, x: Array, forms: Mapping[str, Form]) -> Generator[Timings, None, Timings]:
    """The sum in these forms, against its formula, which adds one number to each element."""
    sides = {name: jitted(jax.jit(partial(form, n=n)), x) for name, form in forms.items()}
    expected = x.astype(np.float64) + n * (n + 1) / 2
    return compare(
        f"{n:,} iterations",
        sides,
        reference=expected,
        of="unrolled",
        over="fori_loop",
        work=Work(flops=x.size, bytes=2 * x.nbytes),
        budget_s=0.5,
    )


def compile_s(row: Row) -> float:
    """Seconds to trace, lower and compile."""
    return row.compile.trace_s + row.compile.lower_s + row.compile.compile_s if row.compile else math.nan


def worth_it(n: int, timings: Timings) -> Note:
    """After how many calls the run time that unrolling saves has paid for its compilation."""
    unrolled, fori = timings.rows[:2]
    dearer = compile_s(unrolled) - compile_s(fori)
    saved = fori.latency.median_s - unrolled.latency.median_s
    if timings.ratios[0].winner != "unrolled" or dearer <= 0:
        return Note(text=f"With {n:,} iterations there is nothing to weigh between unrolled and fori_loop.")
    return Note(
        text=f"Unrolling {n:,} iterations costs {dearer * 1e3:.0f} ms more to compile and saves "
        f"{saved * 1e6:.0f} µs a call: it pays after {math.ceil(dearer / saved):,} calls."
    )
