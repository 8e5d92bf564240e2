"""Every call has a fixed cost: NumPy wins on small arrays, jit on large ones.

    inner product of [0, 1, 2, 3] and [1, 2, 3, 4] = 20        x ← x/2 + 1, a few times over

Source: Alex McKinney, "On Learning JAX", 2023: 1.17 µs in NumPy and 7.27 µs in JAX for four integers.
Expect: NumPy ahead of JAX at four elements, with jit or without; eager JAX pays once per operation, jit once
per call and for one pass over memory; the notes name the lengths from which JAX is ahead of NumPy.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, log, log10

import jax
import numpy as np
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
    Ratio,
    Series,
    Table,
    Timings,
    Work,
    compare,
    eager,
    experiment,
    jitted,
    last,
    numpy,
)

WAYS = ("eager", "jit")
Found = dict[int, list[Ratio]]
"""By length: the times of both ways of JAX over NumPy's."""


# region slide
def inner(x, y):
    return x @ y


fast_inner = jax.jit(inner)
# endregion slide


# region chain
def chain(x, steps):
    for _ in range(steps):
        x = 0.5 * x + 1
    return x


# endregion chain


class DispatchCostParams(Params):
    """How long the longest array is, and how many operations are done to it."""

    array_length: int = Field(
        1_000_000,
        ge=1000,
        le=10_000_000,
        description="elements of the longest array; the shortest has ten",
        json_schema_extra={"unit": "elements"},
    )
    steps: int = Field(
        5, ge=1, le=50, description="of two operations each", json_schema_extra={"unit": "steps"}
    )

    def bytes_needed(self) -> int:
        """Data and reference in float64; on each side data, a result and a temporary in float32."""
        return 64 * self.array_length


@experiment(title="What a call costs", section="Arrays", typical_seconds=5)
def dispatch_cost(params: DispatchCostParams) -> Iterator[Output]:
    """Four integers, then ever longer arrays, and the length from which JAX is ahead of NumPy."""
    x = np.arange(4, dtype=np.int32)
    variants = {
        "numpy": numpy(inner, x, x + 1),
        "eager": eager(inner, x, x + 1),
        "jit": jitted(fast_inner, x, x + 1),
    }
    yield from compare("4 integers", variants, reference=np.array(20.0), of="eager", over="numpy", budget_s=1)
    found = yield from lengths(params.array_length, params.steps)
    yield from ahead_of_numpy(found)


def lengths(longest: int, steps: int) -> Generator[Output, None, Found]:
    """The chain of ten elements, then of ten times as many each time; return JAX's times over NumPy's."""
    label, found = "time of the chain", Found()
    y = Axis(label=label, unit="s", scale="log")
    yield Series(label=label, x=Axis(label="elements", scale="log"), y=y)
    for size in [*(10**power for power in range(1, ceil(log10(longest)))), longest]:
        timings = last(sides(np.linspace(0, 1, size, dtype=np.float32), steps))
        points = [Point(line=row.variant, x=size, y=row.latency.median_s) for row in timings.rows]
        yield Append(label=label, points=points)
        found[size] = timings.ratios
    return found


def sides(x: Array, steps: int) -> Generator[Timings, None, Timings]:
    """The chain in NumPy and in JAX, without jit and with it: 2 FLOPs a step, and one pass over memory."""
    run = partial(chain, steps=steps)
    fast = replace(jitted(jax.jit(run), x), compile=None)  # not shown here, and it costs half a second
    variants = {"numpy": numpy(run, x), "eager": eager(run, x), "jit": fast}
    reference = run(x.astype(np.float64))
    work = Work(flops=2 * steps * x.size, bytes=2 * x.nbytes)
    return compare("chain", variants, reference=reference, of="eager", over="numpy", work=work, budget_s=0.3)


def ahead_of_numpy(found: Found) -> Iterator[Output]:
    """Times over NumPy's by length, and for each way of JAX the length from which it is ahead."""
    rows: list[list[Cell]] = [
        [size, *(ratio.median for ratio in ratios), beaten(ratios)] for size, ratios in found.items()
    ]
    columns = ["elements", *(f"{way} over numpy" for way in WAYS), "NumPy is beaten by"]
    for at, way in enumerate(WAYS):
        crossed = crossing([(size, ratios[at].median) for size, ratios in found.items()])
        yield Note(text=in_words(way, crossed, max(found)))
    yield Table(label="times over NumPy’s", columns=columns, rows=rows)


def beaten(ratios: Sequence[Ratio]) -> str:
    """Who is faster than NumPy, beyond 5 % and chance."""
    return ", ".join(ratio.of for ratio in ratios if ratio.winner == ratio.of) or "nobody"


def crossing(ratios: Sequence[tuple[int, float]]) -> float | None:
    """The length from which on a ratio stays below 1, interpolated; 0 when it always is, None when never."""
    above = [at for at, (_, ratio) in enumerate(ratios) if ratio >= 1]
    if not above:
        return 0
    if above[-1] == len(ratios) - 1:
        return None
    (left, high), (right, low) = ratios[above[-1] : above[-1] + 2]
    return float(left * (right / left) ** (log(high) / log(high / low)))


def in_words(way: str, crossed: float | None, longest: int) -> str:
    """From which length on a way of JAX is faster than NumPy, to one digit."""
    if crossed is None:
        return f"{way} does not overtake NumPy up to {longest:,} elements."
    if not crossed:
        return f"{way} is ahead of NumPy at all lengths."
    return f"{way} overtakes NumPy near {round(crossed, -int(log10(crossed))):,.0f} elements."
