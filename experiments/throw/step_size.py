"""Shorter steps, smaller errors, until float32 adds so little to so much that it rounds the step away.

    x ← x + dt u: a method of first order, so the error goes with dt, and 1 / dt roundings with ε x each

Reference: SciPy's solve_ivp, of order 8, to twelve digits.
Expect: in float64 an error that falls with dt, to micrometres; in float32 the same down to about 1e-5 s, and
then a rise, to more than half a metre at 1e-7 s. There's one program for each dtype, as dt is an argument.
"""

from collections.abc import Iterator
from math import cos

import jax
import numpy as np
from pydantic import Field

from experiments.throw.break_under_jit import with_while
from experiments.throw.flight import landing_by_scipy
from jaxlive import Append, Axis, Note, Output, Params, Point, Series, experiment

DTYPES = (np.float64, np.float32)
STEPS_S = [10 ** (-n / 2) for n in range(2, 15)]
"""Lengths of a step, from 0.1 s to 1e-7 s."""


# region slide
fast = jax.jit(with_while)


def lands_at(angle, speed, dt, dtype):
    throw = dtype(angle), dtype(speed)
    with jax.enable_x64(True):
        x = fast(*throw, dtype(dt))
    return float(x)


# endregion slide


class StepSizeParams(Params):
    """The throw whose landing is computed over and over."""

    angle: float = Field(
        0.25, ge=0.05, le=1.5, description="above the ground", json_schema_extra={"unit": "rad"}
    )
    speed: float = Field(20.0, ge=5, le=30, description="at the start", json_schema_extra={"unit": "m/s"})


@experiment(title="Steps too short for float32", section="Throw", typical_seconds=1.5)
def step_size(params: StepSizeParams) -> Iterator[Output]:
    """The error of the landing by the number of steps, where it is least, and why it rises again."""
    label, right = "error", landing_by_scipy(params.angle, params.speed)
    yield Series(
        label=label,
        x=Axis(label="steps a second", scale="log"),
        y=Axis(label="error", unit="m", scale="log"),
    )
    for dtype in DTYPES:
        found: list[tuple[float, float]] = []
        for dt in STEPS_S:
            x = lands_at(params.angle, params.speed, dt, dtype)
            found.append((abs(x - right), dt))
            yield Append(label=label, points=[Point(line=dtype.__name__, x=1 / dt, y=found[-1][0])])
        error, dt = min(found)
        yield Note(text=f"{dtype.__name__} is best at steps of {dt:.0e} s: {error * 1e3:.2g} mm off.")
    apart, moved = np.spacing(np.float32(right)), params.speed * cos(params.angle) * STEPS_S[-1]
    yield Note(
        text=f"At {right:.2g} m, float32 numbers are {apart * 1e6:.2g} µm apart; "
        f"{STEPS_S[-1]:.0e} s move the ball by {moved * 1e6:.2g} µm at most."
    )
