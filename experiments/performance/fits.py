"""The tables and times of the optimisers that `scipy` compares."""

from collections.abc import Iterator
from time import perf_counter

import jax
import numpy as np

from experiments.performance.optimisers import Fit, by_jax, optimisers
from experiments.performance.regression import in_digits, line_and_sine, regression, rmse, sample, sine_alone
from jaxlive import Array, Cell, Note, Output, Table, Timings, Variant, compare, median_s

COLUMNS = ["method", "slope", "offset", "RMSE", "as told", "steps", "calls", "status"]
DIFFERENCES, BY_JAX = "SciPy, differences", "jax.scipy"
SEEDS = range(12)
WRITTEN = {0.1: "0.1", 1e-4: "10⁻⁴", 1e-5: "10⁻⁵"}


def fits(variant: str, n: int) -> Iterator[Output]:
    """Where each optimiser ends, what its first call and a later one take, and the same for a sine alone."""
    a, b = sample(line_and_sine(n), seed=0)
    sides, rows = optimisers(variant, a, b), list[list[Cell]]()
    jax.clear_caches()
    columns = [*COLUMNS[:4], *COLUMNS[5:], "first call, s"]
    for row in ends(sides, a, b):
        rows.append([*row[:4], *row[5:]])
        yield Table(label="line and sine", columns=columns, rows=list(rows))
    best = np.array(regression(a, b)[0][:2])
    timings = yield from compare(
        "one fit", sides, reference=best, of=DIFFERENCES, over=BY_JAX, tolerance=1e-3, budget_s=0.7
    )
    if {DIFFERENCES, BY_JAX} <= sides.keys():
        yield worth(timings, {str(row[0]): row[-1] for row in rows}[BY_JAX])
    yield from failing(variant, *sample(sine_alone(n), seed=0))


def worth(timings: Timings, first: Cell) -> Note:
    """From how many fits on compiling pays."""
    numpy_s, jax_s = (median_s(timings, name) for name in (DIFFERENCES, BY_JAX))
    if jax_s >= numpy_s:
        return Note(text=f"{BY_JAX} is compiled for {first:.1f} s and then not faster: it never pays.")
    fits = float(str(first)) / (numpy_s - jax_s)
    return Note(text=f"The first call of {BY_JAX} took {first:.1f} s: it pays from {fits:,.0f} fits on.")


def failing(variant: str, a: Array, b: Array) -> Iterator[Output]:
    """The same optimisers on a sine alone: where they end, and which of them say that they failed."""
    rows = [row[:-1] for row in ends(optimisers(variant, a, b), a, b)]
    yield Table(label="sine alone", columns=COLUMNS, rows=rows)
    for name, slope, _, error, told, _, _, status in rows:
        if status:
            yield Note(
                text=f"{name} gives up at slope {slope} with status {status}. It tells an RMSE of {told}; "
                f"there it is {error}, and the least is {rows[0][3]}."
            )


def ends(sides: dict[str, Variant], a: Array, b: Array) -> Iterator[list[Cell]]:
    """Where this sample's minimum is, and where each optimiser ends, with the seconds of its call."""
    yield ["the minimum", *in_digits(regression(a, b)[0]), *[None] * 5]
    for name, side in sides.items():
        start = perf_counter()
        fit: Fit = jax.device_get(side.call())
        took = perf_counter() - start
        found = in_digits([*fit.x, rmse(fit.x, a, b)])
        told = [None] if fit.minimum is None else in_digits([fit.minimum])
        counts = [None if count is None else int(count) for count in fit[2:]]
        yield [name, *found, *told, *counts, took]


def tolerances(n: int) -> Iterator[Output]:
    """What `tol` and `gtol` change in float32, on one sample and on twelve."""
    samples = [single(n, seed) for seed in SEEDS]
    rows: list[list[Cell]] = []
    for tol, gtol in ((0.1, 1e-5), (1e-4, 1e-5), (1e-4, 1e-4)):
        every = [jax.device_get(by_jax(a, b, tol, gtol)) for a, b in samples]
        (x, _, *counts), good = every[0], sum(int(end.status) == 0 for end in every)
        rows.append([WRITTEN[tol], WRITTEN[gtol], *in_digits(x), *map(int, counts), good])
    columns = ["tol", "gtol", *COLUMNS[1:3], *COLUMNS[5:], f"0s of {len(SEEDS)}"]
    yield Table(label="tol and gtol", columns=columns, rows=rows)
    same = "the same" if rows[0][1:] == rows[1][1:] else "another"
    yield Note(
        text=f"A tol of 0.1 gives {same} result as one of 10⁻⁴. With gtol 10⁻⁵, {rows[1][-1]} of "
        f"{len(SEEDS)} samples end with status 0; with 10⁻⁴, {rows[2][-1]}."
    )


def single(n: int, seed: int) -> tuple[Array, ...]:
    """The source's data as JAX takes them by default: in float32."""
    a, b = sample(line_and_sine(n), seed)
    return a.astype(np.float32), b.astype(np.float32)
