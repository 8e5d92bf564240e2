"""On short arrays NumPy beats JAX; an optimiser gains from exact gradients and one compiled program.

    RMSE(x) = √mean (a − (b − x₁) / x₀)²,   b = 1.5 a + 3 with noise in slope and offset

Source: Moritz Makowski, "JAX Capability Analysis", 2023. Its two logs are of different data: NumPy's of a
sine alone and about 10⁷ points, JAX's of a line and a sine and 10⁴. Its `tol` did nothing: jax.scipy.optimize
ignores it, and its default gtol, 1e-5, is often out of reach of float32.
Expect: a trace for each length of x; one minimum by all optimisers, at slope 1.535 and not 1.5, as the
formula foretells: noise in b flattens a regression on it. On a sine alone jax.scipy gives up with status 3.
"""

from collections.abc import Generator, Iterator
from statistics import median
from time import perf_counter
from typing import Literal

import jax
import numpy as np
from pydantic import Field

from experiments.performance.fits import fits, single, tolerances
from experiments.performance.optimisers import jax_problem
from experiments.performance.regression import foretold, line_and_sine, rmse, rmse_jit, sample
from jaxlive import (
    Append,
    Array,
    Axis,
    Cell,
    Note,
    Output,
    Params,
    Point,
    Series,
    Table,
    Timings,
    Work,
    compare,
    experiment,
    jitted,
    last,
    median_s,
    numpy,
)

LOGGED_S = 0.065
"""Of one evaluation in NumPy, in the source's log."""

traced: list[int] = []


# region slide
@jax.jit
def loss(x, a, b):
    traced.append(x.size)
    return rmse(x, a, b)


def five_calls(*args):
    for _ in range(5):
        start = perf_counter()
        loss(*args).block_until_ready()
        yield perf_counter() - start


# endregion slide


class ScipyParams(Params):
    """Whose evaluations and optimisers, and how many points."""

    variant: Literal["all", "numpy", "jax"] = Field("all", description="one library, or both")
    array_length: int = Field(
        10_000,
        ge=1000,
        le=100_000,
        description="points; one RMSE is timed for ten and for a hundred times as many, too",
        json_schema_extra={"unit": "points"},
    )

    def bytes_needed(self) -> int:
        """Data and temporaries of the longest in float64, on both sides."""
        return 100 * 12 * 8 * self.array_length


@experiment(
    title="A fit, evaluated and minimised",
    section="Performance",
    typical_seconds=9,
    needs=("optimistix", "optax"),
)
def scipy(params: ScipyParams) -> Iterator[Output]:
    """One evaluation, traces by length, five optimisers on two data sets, and what the formula foretells."""
    n, variant = params.array_length, params.variant
    if variant != "numpy" and (problem := jax_problem()):
        yield Note(text=problem)
    with jax.enable_x64(True):
        yield from evaluations(variant, n)
        yield from fits(variant, n)
        yield from foretold(n)
    if variant != "numpy":
        yield from retracing(*single(n, 0))
    if variant != "numpy" and jax_problem() is None:
        yield from tolerances(n)


def evaluations(variant: str, n: int) -> Iterator[Output]:
    """One RMSE at (9, 7), at three lengths; what is an argument of one side is an argument of the other."""
    label, y = "one RMSE by length", Axis(label="time", unit="s", scale="log")
    yield Series(label=label, x=Axis(label="points", scale="log"), y=y)
    for length in (n, 10 * n, 100 * n):
        timings = evaluated(variant, length, budget_s=0.5 if length == n else 0.2)
        complete = (yield from timings) if length == n else last(timings)
        points = [Point(line=row.variant, x=length, y=row.latency.median_s) for row in complete.rows]
        yield Append(label=label, points=points)
    if variant != "jax":
        each = median_s(complete, "numpy") / length
        yield Note(
            text=f"At {each * 1e9:.1f} ns a point, the {LOGGED_S * 1e3:.0f} ms of Makowski’s log "
            f"would need about {LOGGED_S / each / 1e6:,.0f} million points, not 10,000."
        )


def evaluated(variant: str, n: int, budget_s: float) -> Generator[Timings, None, Timings]:
    """One RMSE of so many points, 5 FLOPs each, in the libraries that were chosen."""
    x, (a, b) = np.array([9.0, 7.0]), sample(line_and_sine(n), seed=0)
    sides = {"numpy": numpy(rmse, x, a, b), "jax": jitted(rmse_jit, x, a, b)}
    sides = {name: side for name, side in sides.items() if variant in ("all", name)}
    return compare(
        "one RMSE",
        sides,
        reference=rmse(x, a, b),
        of="numpy",
        over="jax",
        work=Work(flops=5 * n, bytes=a.nbytes + b.nbytes),
        budget_s=budget_s,
    )


def retracing(*data: Array) -> Iterator[Output]:
    """Five calls for each length of x, of which the loss reads two numbers."""
    label = "fifteen calls"
    yield Series(label=label, x=Axis(label="call"), y=Axis(label="time", unit="s", scale="log"))
    jax.clear_caches()
    traced.clear()
    rows: list[list[Cell]] = []
    for i, length in enumerate((2, 3, 4)):
        x = np.arange(1, length + 1, dtype=np.float32)
        first, *others = seconds = list(five_calls(x, *data))
        points = [Point(line="a call", x=5 * i + j, y=y) for j, y in enumerate(seconds, 1)]
        yield Append(label=label, points=points)
        rows.append([length, float(loss(x, *data)), len(traced), first * 1e3, median(others) * 1e3])
    columns = ["length of x", "RMSE", "traces", "first call, ms", "later call, ms"]
    yield Table(label="traces by length", columns=columns, rows=rows)
