"""A call returns before its work is done: a clock that does not wait times the queue.

    f(x) = 0.2 x + sin x + cos 2x, which reads and writes 4 bytes an element

Source: Moritz Makowski, "JAX Capability Analysis", 2023. Its log has 0.000339 s for ten calls on 10⁷
elements: 2,360 GB/s on a card that moves 448 GB/s. https://docs.jax.dev/en/latest/async_dispatch.html
Expect: the clock that does not wait hardly sees the size of the array and moves more bytes than memory can;
a loop of calls only queues them until the queue is full, and then each call waits for an older one.
"""

from collections.abc import Generator, Iterator
from dataclasses import replace
from time import perf_counter

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from experiments.compilation.jit import f_jit, f_numpy
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
    compare,
    current_platform,
    experiment,
    jitted,
    last,
    raises,
)
from jaxlive.lab.measure.roofline import bandwidth
from jaxlive.lab.programs.stages import is_ready

LOOPS = (1, 10, 20, 32, 33, 40, 52, 64)
Clocks = tuple[float, float]
"""Seconds until a call, or a loop of calls, returned, and until it was done."""


# region slide
def two_clocks(x):
    start = perf_counter()
    y = f_jit(x)
    returned = perf_counter() - start
    y.block_until_ready()
    done = perf_counter() - start
    return returned, done


# endregion slide


# region loop
def loop(x, n):
    start = perf_counter()
    ys = [f_jit(x) for _ in range(n)]
    returned = perf_counter() - start
    pending = sum(is_ready(y) is False for y in ys)
    jax.block_until_ready(ys)
    done = perf_counter() - start
    return (returned, done), pending


# endregion loop


# region refused
def careless(x, y):
    side = replace(jitted(f_jit, x), wait=None)
    timings = compare("f", {"jit": side}, reference=y)
    return last(timings)


# endregion refused


class AsyncDispatchParams(Params):
    """How long the array is."""

    array_length: int = Field(
        10_000_000,
        ge=10_000,
        le=100_000_000,
        description="elements of the longest array; the loops take a tenth of it",
        json_schema_extra={"unit": "elements"},
    )

    def bytes_needed(self) -> int:
        """Data, result and temporaries of one call; the longest loop's results are a tenth as long."""
        return (16 + 4 * max(LOOPS) // 10) * self.array_length


@experiment(title="A call returns before its work is done", section="Performance", typical_seconds=7)
def async_dispatch(params: AsyncDispatchParams) -> Iterator[Output]:
    """Both clocks at four sizes, the bytes a second that they claim, loops of calls, and a refusal."""
    clocks = yield from sizes(params.array_length)
    yield from claims(8 * params.array_length, clocks)
    x = wave(params.array_length // 10)
    yield from loops(jnp.asarray(x))
    expected = f_numpy(x.astype(np.float64))
    yield raises("without a wait", lambda: careless(x, expected))
    f_jit(x).block_until_ready()  # the refused calls are still queued: they end before another clock starts


def wave(length: int) -> Array:
    """Where f is computed: two periods in float32."""
    return np.linspace(0, 4 * np.pi, length, dtype=np.float32)


def sizes(longest: int) -> Generator[Output, None, Clocks]:
    """The fastest of ten calls on both clocks, at four lengths; return those of the longest.

    Ten are too few for a median of microseconds on a busy machine, and what disturbs a call makes it slower.
    """
    label, fastest = "one call", list[Clocks]()
    y = Axis(label="fastest of ten calls", unit="s", scale="log")
    yield Series(label=label, x=Axis(label="elements", scale="log"), y=y)
    for part in (1000, 100, 10, 1):
        x = jnp.asarray(wave(longest // part))
        two_clocks(x)
        returned, done = np.min([two_clocks(x) for _ in range(10)], axis=0).tolist()
        fastest.append((returned, done))
        yield Append(label=label, points=clock_points(x.size, returned, done))
    (short, short_done), (long, long_done) = fastest[0], fastest[-1]
    yield Note(
        text=f"A thousand times the elements: the work takes {times(long_done / short_done)} as long, "
        f"the call that is not waited for {times(long / short)}."
    )
    return fastest[-1]


def claims(moved: int, clocks: Clocks) -> Iterator[Output]:
    """Bytes a second by both clocks, beside what this machine moves."""
    roof = bandwidth(current_platform(), moved)
    rows: list[list[Cell]] = [
        [name, seconds * 1e6, moved / seconds / 1e9, "impossible" if moved / seconds > roof else "possible"]
        for name, seconds in zip(("does not wait", "waits"), clocks, strict=True)
    ]
    rows.append(["a copy, on this machine", moved / roof * 1e6, roof / 1e9, "measured"])
    yield Table(label="two clocks", columns=["clock, fastest of ten", "µs a call", "GB/s", "is"], rows=rows)
    if (factor := moved / clocks[0] / roof) > 1:
        yield Note(text=f"Not waiting moves {times(factor)} what this machine can: the call was only queued.")


def loops(x: jax.Array) -> Iterator[Output]:
    """Ever longer loops, medians of three; each is drained before the next one starts."""
    label, most = "a loop of calls", 0
    yield Series(label=label, x=Axis(label="calls in the loop"), y=Axis(label="time of the loop", unit="s"))
    loop(x, 1)
    returns: dict[int, float] = {}
    for calls in LOOPS:
        clocks, pending = zip(*(loop(x, calls) for _ in range(3)), strict=True)
        returned, done = np.median(clocks, axis=0).tolist()
        returns[calls], most = returned, max(most, *pending)
        yield Append(label=label, points=clock_points(calls, returned, done))
    yield Note(text=queue_in_words(returns, most, done))


def queue_in_words(returns: dict[int, float], most: int, done: float) -> str:
    """How deep the queue is: the most calls that were pending when a loop returned."""
    longest = max(returns)
    queued = max((calls for calls in returns if calls <= most), default=1)
    each = returns[queued] / queued
    if each > done / longest / 2:
        return f"At most {most} were pending: calls end as fast as they are queued. Take a longer array."
    if most == longest:
        return f"All {longest} calls were queued, in {each * 1e6:,.0f} µs each."
    later = (returns[longest] - returns[queued]) / (longest - queued)
    return (
        f"At most {most} calls were pending. Up to there a call took {each * 1e6:,.0f} µs to queue; "
        f"from there on {later * 1e3:,.3g} ms, waiting for an older one to end."
    )


def clock_points(x: int, returned: float, done: float) -> list[Point]:
    """A point for each clock."""
    return [Point(line="does not wait", x=x, y=returned), Point(line="waits", x=x, y=done)]


def times(factor: float) -> str:
    """A factor in words."""
    return f"{factor:,.0f} times" if factor >= 10 else f"{factor:.1f} times"
