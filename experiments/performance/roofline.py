"""No call is faster than its bytes through memory, or than its FLOPs through the arithmetic units.

    FLOP/s ≤ min(FLOP/s of a matrix product, FLOP/byte · bytes/s of a copy)

Source: Williams, Waterman and Patterson, "Roofline", CACM 52(4), 2009. Memory's roof is that of the working
set, as a cache is faster. With four times the last-level cache it is main memory's; a virtual machine may
report a cache that it shares with its whole host (480 MB for two cores, say), so its worth is measured:
bytes a second over working sets up to four times that of the calls.
Expect: few FLOPs a byte end at memory's roof if all is done in one pass, a product at the roof of its dtype,
a small one far below, as a call has a price. Sines stay below too: each counts as one FLOP and takes dozens
of instructions. XLA counts them apart, and the body of a loop once. In TF32 a product of float32 data has a
roof of its own, several times as high.
"""

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache, partial
from typing import Any, Literal

import jax
import numpy as np
from pydantic import Field

from experiments.helpers.case import Case
from experiments.helpers.counting import COLUMNS, count
from jaxlive import (
    Append,
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
    current_platform,
    experiment,
    last,
    numpy,
    raises,
    torch_problem,
)
from jaxlive.lab.measure.precision import Mode, tf32_problem
from jaxlive.lab.measure.roofline import bandwidth, roofs

DTYPES = {"float64": 8, "float32": 4, "bfloat16": 2}
STEPS = 100
FILLING = {"working_set": 256, "matrix_size": 4096}
LARGE = (FILLING, {**FILLING, "precision": "tf32"})


# region slide
def axpy(x, y):
    return 2 * x + y


def horner(x):
    y = x
    for _ in range(8):
        y = y * x + 0.5
    return y


def product(a, b):
    return a @ b


# endregion slide


def functions(lib: Any) -> dict[str, Callable[..., Any]]:
    """The functions by name, in one library; only the chain needs to know which."""

    def chain(x: Any) -> Any:
        return 0.2 * x + lib.sin(x) + lib.cos(2 * x)

    return {"axpy": axpy, "matvec": product, "chain": chain, "horner": horner, "product": product}


# region work
def work(n, size=4):
    vector, matrix = n * size, n**2 * size
    return {
        "axpy": Work(2 * n, bytes=3 * vector),
        "chain": Work(6 * n, bytes=2 * vector, transcendentals=2 * n),
        "horner": Work(16 * n, bytes=2 * vector),
        "matvec": Work(2 * n**2, bytes=matrix + 2 * vector),
        "product": Work(2 * n**3, bytes=3 * matrix),
    }


# endregion work


def memory_bound(moved: int) -> Iterator[Case]:
    """Those whose time is that of the bytes that they move, so many each."""
    n, m, rows = -(-moved // 12), moved // 8, math.ceil((moved / 4) ** 0.5)
    yield Case("axpy", [(n,), (n,)], work(n)["axpy"])
    yield Case("matvec", [(rows, rows), (rows,)], work(rows)["matvec"])
    yield Case("chain", [(m,)], work(m)["chain"])
    yield Case("horner", [(m,)], work(m)["horner"])


def products(rows: int, mode: Mode) -> Iterator[Case]:
    """A small one, and one of each dtype."""
    yield Case("small product", [(128, 128), (128, 128)], work(128)["product"], mode=mode)
    for dtype, size in DTYPES.items():
        yield Case(f"{dtype} product", [(rows, rows), (rows, rows)], work(rows, size)["product"], dtype, mode)


def scan(x: jax.Array) -> jax.Array:
    def step(y: jax.Array, _: None) -> tuple[jax.Array, None]:
        return 2 * y + x, None

    return jax.lax.scan(step, x, length=STEPS)[0]


# region impossible
def cached(case):
    x, y = case.arrays()
    result = cache(lambda: axpy(x, y))
    timings = compare(
        "cached",
        {"cached": numpy(result)},
        reference=result(),
        work=case.work,
    )
    return last(timings)


# endregion impossible


class RooflineParams(Params):
    """How much a memory-bound call moves, and how large a product is."""

    working_set: int = Field(
        8, ge=1, le=1024, description="moved by a memory-bound call", json_schema_extra={"unit": "MiB"}
    )
    matrix_size: int = Field(
        512, ge=256, le=8192, description="rows, and columns", json_schema_extra={"unit": "rows"}
    )
    precision: Literal["float32", "tf32"] = Field(
        "float32", description="of float32 products; tf32 on a GPU that has it"
    )

    def bytes_needed(self) -> int:
        """Data, references and temporaries of three libraries: 16 working sets, or 30 matrices of float64."""
        return max(16 * self.working_set * 2**20, 30 * 8 * self.matrix_size**2)


@experiment(title="Under the roof", section="Performance", typical_seconds=8, large=LARGE)
def roofline(params: RooflineParams) -> Iterator[Output]:
    """FLOPs counted twice, memory by working set, a refused time, and each function under the roofs."""
    if problem := torch_problem():
        yield Note(text=f"Without PyTorch: {problem}")
    if params.precision == "tf32" and (problem := tf32_problem(current_platform())):
        yield Note(text=problem)
    moved = params.working_set * 2**20
    light, heavy = [*memory_bound(moved)], [*products(params.matrix_size, params.precision)]
    yield from counts([*light, *heavy[-2:]])
    yield from memory(moved)
    # A time above the roof has it measured again: before the chart, whose roofs are the better for it.
    yield raises("a time that cannot be", lambda: cached(light[0]))
    measured = yield from chart(moved, light + heavy)
    yield from shares(light + heavy, measured)


def counts(cases: Sequence[Case]) -> Iterator[Output]:
    """FLOPs and bytes by formula beside XLA's, for each function and for a loop."""
    x = np.ones(1000, np.float32)
    loop = Work(2 * x.size * STEPS, bytes=2 * x.nbytes)
    rows = [case.counted(functions) for case in cases]
    rows.append(count(f"scan, {STEPS} steps", jax.jit(scan), loop, x, steps=STEPS))
    yield Table(label="FLOPs counted twice", columns=COLUMNS, rows=rows)
    unlike = sum(str(row[-1]).startswith("formula") for row in rows)
    yield Note(text=f"XLA's FLOPs are not those of the formula for {unlike} of {len(rows)} functions.")


def memory(moved: int) -> Iterator[Output]:
    """Bytes a second over working sets, each four times the one before: what fits a cache moves faster."""
    label, device = "memory by working set", current_platform()
    x = Axis(label="working set", unit="bytes", scale="log")
    yield Series(label=label, x=x, y=Axis(label="moved", unit="bytes/s"))
    largest = (4 * moved).bit_length() - 1
    for exponent in range(16 + largest % 2, largest + 1, 2):
        rate = bandwidth(device, 2**exponent)
        yield Append(label=label, points=[Point(line=device, x=2**exponent, y=rate)])
    share = bandwidth(device, 4 * moved) / bandwidth(device, moved)
    yield Note(text=f"Four times the working set moves at {share:.2f} of its rate.")


def chart(moved: int, cases: Sequence[Case]) -> Generator[Output, None, list[Timings]]:
    """A point for each case in each library; at the end all anew, under the highest roofs seen."""
    x = Axis(label="arithmetic intensity", unit="FLOP/byte", scale="log")
    empty = Series(label="under the roof", x=x, y=Axis(label="rate", unit="FLOP/s", scale="log"))
    intensities = [case.work.intensity for case in cases]
    flops, ends = (
        {case.precision: case.work.flops for case in cases},
        (min(intensities) / 2, 2 * max(intensities)),
    )
    lines = partial(roofs, current_platform(), moved, flops, ends)
    yield empty.model_copy(update={"points": lines()})
    measured, points = [], []
    for case in cases:
        timings = yield from case.timed(functions, budget_s=0.3)
        rates = {row.variant: case.work.flops / row.latency.median_s for row in timings.rows}
        new = [Point(line=f"{name} {case.name}", x=case.work.intensity, y=y) for name, y in rates.items()]
        yield Append(label=empty.label, points=new)
        measured.append(timings)
        points += new
    yield empty.model_copy(update={"points": lines() + points})
    return measured


def shares(cases: Sequence[Case], measured: Sequence[Timings]) -> Iterator[Output]:
    """How much of the least time each call took, in per cent, and what the dtype costs."""
    rows: list[list[Cell]] = []
    for case, timings in zip(cases, measured, strict=True):
        share = {row.variant: 100 * (row.roof_fraction or 0) for row in timings.rows}
        rows.append([case.name, case.work.intensity, *map(share.get, ("numpy", "jit", "torch"))])
    columns = ["function", "FLOP/byte", "NumPy, %", "JAX jit, %", "PyTorch, %"]
    yield Table(label="share of the roof", columns=columns, rows=rows)
    # The minima of JAX, the first row: comparisons that did not take turns share no disturbance.
    double, single, half = (timings.rows[0].latency.min_s for timings in measured[-len(DTYPES) :])
    yield Note(
        text=f"At best, JAX takes {double / single:.1f} times as long for the product in float64 as in "
        f"float32, and {half / single:.1f} times as long in bfloat16."
    )
