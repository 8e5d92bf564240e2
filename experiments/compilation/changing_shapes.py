"""When every array has a new length, jit compiles at nearly every call; padding to a few lengths stops that.

Random lengths up to L in N calls have L (1 - (1 - 1/L)^N) different values on average, each a trace and a
compilation; padded to powers of two there are at most log2(L) + 2 lengths, 11 for 1000.
Source: Alex McKinney, "On Learning JAX", 2023: 6.12 ms eager, 7.31 µs and 4.55 ms jitted at one and at
random lengths. Expect: eager and jit lose alike at random lengths, as eager compiles each operation for
each shape too. All calls are timed one by one from empty caches: here compiling is the subject.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from time import perf_counter
from typing import Any

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
    Series,
    Table,
    compilations,
    experiment,
)
from jaxlive.lab.measure.agreement import max_rel_error

FRAMES = 20

# region slide
traced = []


@jax.jit
def cube(x):
    traced.append(x.size)
    return x**3


# endregion slide


def eager(x: Array) -> Any:
    """The same without jit."""
    return jax.device_put(x) ** 3


# region padded
def padded_cube(x):
    bits = (x.size - 1).bit_length()
    padded = np.zeros(2**bits, x.dtype)
    padded[: x.size] = x
    result = np.asarray(cube(padded))
    return result[: x.size]


# endregion padded


class ChangingShapesParams(Params):
    """How many calls, with how long vectors."""

    calls: int = Field(
        30, ge=20, le=1000, description="calls of each kind", json_schema_extra={"unit": "calls"}
    )
    longest: int = Field(
        1000, ge=2, le=100_000, description="greatest length", json_schema_extra={"unit": "elements"}
    )
    seed: int = Field(0, ge=0, le=1_000_000, description="seed of the lengths")

    def bytes_needed(self) -> int:
        """One vector for each call, and results that compiled programs keep: 16 bytes an element."""
        return 16 * self.calls * self.longest


@experiment(title="A new length, a new program", section="Compilation", typical_seconds=4)
def changing_shapes(params: ChangingShapesParams) -> Iterator[Output]:
    """Traces and time as calls go on, and both by kind of call."""
    random = np.random.default_rng(params.seed)
    lengths = random.integers(1, params.longest, size=params.calls, endpoint=True)
    vectors = [random.uniform(0, 1, length).astype(np.float32) for length in lengths]
    yield Series(label="traces so far", x=Axis(label="calls"), y=Axis(label="traces"))
    yield Series(label="time so far", x=Axis(label="calls"), y=Axis(label="time so far", unit="s"))
    one_length = [vectors[0]] * params.calls
    rows: list[list[Cell]] = [
        (yield from one_by_one("jit one length", cube, one_length)),
        (yield from one_by_one("jit padded", padded_cube, vectors)),
        (yield from one_by_one("jit", cube, vectors)),
        (yield from one_by_one("eager", eager, vectors)),
    ]
    columns = ["calls", "mean (ms)", "median (ms)", "traces", "compiled"]
    yield Table(label=f"{params.calls} calls each", columns=columns, rows=rows)
    yield expected(params, {str(row[0]): row[3] for row in rows})


def one_by_one(
    name: str, call: Callable[[Array], Any], vectors: list[Array]
) -> Generator[Output, None, list[Cell]]:
    """Time the calls from empty caches, each waited for; return a row of the table."""
    jax.clear_caches()
    traced.clear()
    seconds: list[float] = []
    frame = max(1, len(vectors) // FRAMES)
    with compilations() as compiled:
        for x in vectors:
            start = perf_counter()
            result = jax.block_until_ready(call(x))
            seconds.append(perf_counter() - start)
            max_rel_error(name, [np.asarray(result)], x.astype(np.float64) ** 3, None)
            if len(seconds) % frame == 0:
                yield from so_far(name, seconds)
    milliseconds = 1000 * np.array(seconds)
    count = None if compiled is None else len(compiled)
    return [name, float(milliseconds.mean()), float(np.median(milliseconds)), len(traced), count]


def so_far(name: str, seconds: list[float]) -> Iterator[Output]:
    """The next points of both series; without jit nothing is traced by `cube`."""
    calls = len(seconds)
    if name.startswith("jit"):
        yield Append(label="traces so far", points=[Point(line=name, x=calls, y=len(traced))])
    yield Append(label="time so far", points=[Point(line=name, x=calls, y=sum(seconds))])


def expected(params: ChangingShapesParams, traces: Mapping[str, Cell]) -> Note:
    """The traces beside what random lengths give on average, and beside the most that padding allows."""
    calls, longest = params.calls, params.longest
    on_average = longest * (1 - (1 - 1 / longest) ** calls)
    most = (longest - 1).bit_length() + 1
    return Note(
        text=f"{traces['jit']} traces in {calls} calls at random lengths, {on_average:.0f} on average over "
        f"seeds; padded to powers of two {traces['jit padded']}, at most {most}."
    )
