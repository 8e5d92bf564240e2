"""A NaN spreads in silence; with debug_nans the operation that made it raises, and names its line.

JAX looks for NaN in what each operation or jitted function returns. Where jit returns one, JAX runs the same
function again without compiling it, operation by operation, until one of them makes a NaN.
Source: https://docs.jax.dev/en/latest/debugging/flags.html
Expect: NaN after one step of a ball at rest, whose direction is 0/0, and NaN after a hundred. With
debug_nans a FloatingPointError that names div and its line; a print inside shows a tracer first, then
numbers. It has two limits: inside of a scan it finds no line, unless jit is disabled; and a NaN that `where`
hides raises in eager code, but jit never returns it, so nothing is found.
"""

import traceback
from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxlive import Cell, Output, Params, Printed, Table, experiment, printed, raises, values

G = np.array([0, 9.81], np.float32)


# region slide
def step(v):
    print("v is", v)
    speed = jnp.sqrt(v @ v)
    ahead = v / speed
    drag = -0.05 * speed**2 * ahead
    return v + 0.01 * (drag - G)


def looked_at(v):
    with jax.debug_nans(True):
        return jax.jit(step)(v)


# endregion slide


# region limits
def fall(v):
    def body(v, _):
        return step(v), None

    v, _ = lax.scan(body, v, length=100)
    return v


def direction(v):
    speed = jnp.sqrt(v @ v)
    ahead = v / speed
    moving = speed > 0
    return jnp.where(moving, ahead, 0)


# endregion limits


class DebugNansParams(Params):
    """Nothing but the device."""


@experiment(title="Where a NaN is born", section="Compilation", typical_seconds=1)
def debug_nans(_: DebugNansParams) -> Iterator[Output]:
    """A ball at rest: what comes out, the error with debug_nans, what runs again, and what escapes."""
    rest, moving = jnp.zeros(2), jnp.ones(2)
    ends = printed(lambda: [jax.jit(step)(rest), fall(rest), fall(moving)])[0]
    yield values("without debug_nans", one_step=ends[0], steps_100=ends[1], steps_100_moving=ends[2])
    jax.clear_caches()  # so that step is traced, and prints, in this call
    raised, lines = printed(raises, "with debug_nans", lambda: looked_at(rest))
    yield raised
    yield Printed(label="what runs", lines=[part for line in lines for part in wrap(line, 48)])
    yield Table(label="what is found", columns=["way", "raises at", "line"], rows=found(rest))


def found(rest: Any) -> list[list[Cell]]:
    """For each way to run, the operation that the error names, and the line of this file."""
    ways: dict[str, Callable[[], Any]] = {
        "eager": lambda: step(rest),
        "jit": lambda: jax.jit(step)(rest),
        "scan": lambda: fall(rest),
        "scan, jit disabled": lambda: unrolled(rest),
        "hidden, eager": lambda: direction(rest),
        "hidden, jit": lambda: jax.jit(direction)(rest),
    }
    return [[way, *printed(blamed, call)[0]] for way, call in ways.items()]


def unrolled(v: Any) -> Any:
    """A scan that runs as a loop in Python."""
    with jax.disable_jit():
        return fall(v)


def blamed(call: Callable[[], Any]) -> list[Cell]:
    """The operation and the line that debug_nans finds in a call; none where it finds nothing."""
    try:
        with jax.debug_nans(True):
            call()
    except FloatingPointError as error:
        frames = traceback.extract_tb(error.__traceback__)
        own = [str(frame.line) for frame in frames if frame.filename == __file__]
        return [str(error).split()[-1], own[-1]]
    return ["nothing", None]
