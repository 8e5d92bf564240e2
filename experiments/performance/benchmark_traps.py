"""Seven ways to time the wrong thing, each wrong number beside the right one.

    off = wrong / right, or right / wrong where that is above 1

Source: docs/protocol.md, where each of them is ruled out, and https://docs.jax.dev/en/latest/benchmarking.html.
Expect: what is known while compiling costs nothing in a call, and neither does what is not used; equal dtypes
can turn a comparison round; the first of ten calls weighs more than the others; and a function compared with
itself comes out nearer to 1 when its calls alternate.
"""

from collections.abc import Callable, Generator, Iterator
from functools import partial
from statistics import mean, median
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from experiments.compilation.jit import f_jit, f_numpy
from experiments.helpers.beside import COLUMNS, Row, beside, in_ms, off
from experiments.performance.wrong_ways import (
    COLD_BYTES,
    as_they_come,
    closed_over,
    handed_over,
    passed_in,
    rotating,
    ten_calls,
    ten_times,
)
from jaxlive import (
    Append,
    Array,
    Axis,
    Note,
    Output,
    Params,
    Point,
    Series,
    Table,
    Work,
    compare,
    experiment,
    jitted,
    last,
    median_s,
    numpy,
    programs,
    raises,
)
from jaxlive.lab.measure.sampling import elapsed

SHOWN = 12
"""Elements of the closed-over array whose program is shown: as text, a constant is long."""
TRIALS, ROUNDS = 8, range(60)


# region slide
def in_blocks(sample):
    first = [sample() for _ in ROUNDS]
    again = [sample() for _ in ROUNDS]
    return median(first) / median(again)


def interleaved(sample):
    pairs = [(sample(), sample()) for _ in ROUNDS]
    return median(one / other for one, other in pairs)


# endregion slide


class BenchmarkTrapsParams(Params):
    """Which trap, and how long the array is."""

    trap: Literal["all", "closure", "unused", "dtype", "transfer", "compile", "blocks", "cold"] = Field(
        "all", description="one of them, or all"
    )
    array_length: int = Field(
        500_000,
        ge=10_000,
        le=4_000_000,
        description="elements; compile and blocks take a tenth of it",
        json_schema_extra={"unit": "elements"},
    )

    def bytes_needed(self) -> int:
        """References in float64, data and results in float32, and the copies that pass the caches."""
        return COLD_BYTES + 100 * self.array_length


Trap = Generator[Output, None, Row]


@experiment(title="Seven wrong numbers", section="Performance", typical_seconds=9)
def benchmark_traps(params: BenchmarkTrapsParams) -> Iterator[Output]:
    """What each trap shows, and after each of them the table of wrong beside right."""
    double, rows = np.linspace(0, 4 * np.pi, params.array_length), []
    x, expected = double.astype(np.float32), f_numpy(double)
    for name, trap in TRAPS.items():
        if params.trap in ("all", name):
            rows.append((yield from trap(x, expected)))
            yield Table(label="wrong beside right", columns=COLUMNS, rows=list(rows))


def closure(x: Array, expected: Array) -> Trap:
    """An array that is no argument is a constant, and XLA may compute with it while it compiles."""
    sides = {"closure": jitted(closed_over(jnp.asarray(x))), "argument": jitted(passed_in, x)}
    says = "With the array closed over, a call is {off}: its program tells why."
    row = yield from beside("array closed over", sides, reference=expected.sum(), says=says)
    yield from programs(closed_over(jnp.asarray(x[:SHOWN])), label=f"closure over {SHOWN} elements")
    return row


def unused(x: Array, expected: Array) -> Trap:
    """Of ten results one is returned, so one is computed."""
    sides = {"ten times": jitted(ten_times, x), "once": jitted(f_jit, x)}
    says = "Ten times in the code, divided by ten: a call is {off}."
    row = yield from beside(
        "result not used", sides, reference=expected, says=says, calls=10, work=work_of(x)
    )
    yield from programs(ten_times, x)
    return row


def dtype(x: Array, expected: Array) -> Trap:
    """NumPy makes float64 where nothing is said, and JAX turns it into float32."""
    alike = {"numpy": numpy(f_numpy, x), "jit": jitted(f_jit, x)}
    unlike = as_they_come(x.size)
    single = yield from compare(
        "float32", alike, reference=expected, of="numpy", over="jit", work=work_of(x), budget_s=0.5
    )
    double = last(compare("float64", {"numpy": unlike["numpy"]}, reference=expected, budget_s=0.3))
    wrong, right = (median_s(side, "numpy") / median_s(single, "jit") for side in (double, single))
    yield Note(text=f"NumPy's time over JAX's: {wrong:.1f} as they come, {right:.1f} both in float32.")
    yield raises("refused", lambda: last(compare("as they come", unlike, reference=expected)))
    return ["different dtypes", wrong, right, "NumPy / JAX", off(wrong, right, "too low", "too high")]


def transfer(x: Array, expected: Array) -> Trap:
    """A NumPy array has to reach the device in every call."""
    sides = {"NumPy array": handed_over(x), "on device": jitted(f_jit, x)}
    says = f"With {x.nbytes / 1e6:.3g} MB handed over in it, a call is {{off}}."
    return (yield from beside("transfer timed", sides, reference=expected, says=says, work=work_of(x)))


def compiling(x: Array, expected: Array) -> Trap:
    """The first of ten calls traces and compiles, and the mean does not get over it."""
    x, label, seconds = x[: x.size // 10], "ten calls", []
    yield Series(label=label, x=Axis(label="call"), y=Axis(label="time", unit="s", scale="log"))
    for took in ten_calls(jnp.asarray(x)):
        seconds.append(took)
        lines = {"the call": took, "mean so far": mean(seconds)}
        points = [Point(line=line, x=len(seconds), y=y) for line, y in lines.items()]
        yield Append(label=label, points=points)
    warm = last(compare("warm", {"jit": jitted(f_jit, x)}, reference=expected[: x.size], budget_s=0.3))
    wrong, right = mean(seconds), median_s(warm, "jit")
    told = off(wrong, right)
    yield Note(text=f"Mean of ten {wrong * 1e3:.3g} ms, a warm call {right * 1e3:.3g} ms: {told}.")
    return in_ms("compiling timed", wrong, right, told)


def blocks(x: Array, _expected: Array) -> Trap:
    """A function against itself, many times: how far from 1 the ratio comes out."""
    label = "a function over itself"
    found: dict[str, list[float]] = {"in blocks": [], "interleaved": []}
    yield Series(label=label, x=Axis(label="trial"), y=Axis(label="ratio of medians"))
    sample = partial(elapsed, jitted(f_jit, x[: x.size // 10]), 1)
    for trial in range(1, TRIALS + 1):
        for (line, ratios), way in zip(found.items(), (in_blocks, interleaved), strict=True):
            ratios.append(way(sample))
            yield Append(label=label, points=[Point(line=line, x=trial, y=ratios[-1])])
    ranges = [f"{line} between {min(ratios):.2f} and {max(ratios):.2f}" for line, ratios in found.items()]
    yield Note(text=f"One function over itself came out {', '.join(ranges)}.")
    wrong, right = (100 * (max(ratios) - min(ratios)) for ratios in found.values())
    return ["one after the other", wrong, right, "% spread", off(wrong, right, "too narrow", "too wide")]


def cold(x: Array, _expected: Array) -> Trap:
    """The same array again and again stays in a cache; a program's data often do not."""
    add_up = jax.jit(jnp.sum)
    sides = {"same array": jitted(add_up, x), "rotating": rotating(add_up, x)}
    total, says = x.sum(dtype=np.float64), "For data that come from memory, the same array is {off}."
    work = Work(flops=x.size, bytes=x.nbytes)
    return (yield from beside("input in the cache", sides, reference=total, says=says, work=work))


def work_of(x: Array) -> Work:
    """What one f(x) = 0.2 x + sin x + cos 2x needs."""
    return Work(flops=6 * x.size, bytes=2 * x.nbytes)


TRAPS: dict[str, Callable[[Array, Array], Trap]] = {
    "closure": closure,
    "unused": unused,
    "dtype": dtype,
    "transfer": transfer,
    "compile": compiling,
    "blocks": blocks,
    "cold": cold,
}
