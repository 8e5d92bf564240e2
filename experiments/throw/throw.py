"""Which angle hits the target? The gradient of a whole flight, loop and all, tells which way to turn.

    angle ← angle − (landing(angle) − target) / landing′(angle)

Newton's method on an exact derivative doubles the right digits at each step, up to those of float32.
Expect, for 20 m/s and 15 m: 12.09 m at an angle of 0.25, then 14.52, 14.975 and 15.0000 m. SciPy, which takes
as short steps as it needs, lands 2 % farther: `step-size` shows why. Without drag it's v² sin 2θ / g.
"""

from collections.abc import Iterator
from itertools import chain
from math import ceil, pi, sin

import jax
import numpy as np
from pydantic import Field

from experiments.throw.flight import GRAVITY, landing, landing_by_scipy, path
from jaxlive import Append, Axis, Cell, Note, Output, Params, Point, Series, Table, experiment, values

APART = 0.1
"""Metres between landings that a chart can tell apart."""
DRAWN = 30
"""Points of a curve."""

# region slide
slope = jax.grad(landing)


def aim(angle, speed, target, steps):
    for _ in range(steps):
        x = landing(angle, speed)
        dx = slope(angle, speed)
        angle -= (x - target) / dx
        yield angle


# endregion slide


class ThrowParams(Params):
    """How the ball is thrown first, and where it is to land."""

    angle: float = Field(
        0.25,
        ge=0.05,
        le=1.5,
        description="of the first throw, above the ground",
        json_schema_extra={"unit": "rad"},
    )
    speed: float = Field(
        20, ge=5, le=30, description="of every throw at its start", json_schema_extra={"unit": "m/s"}
    )
    target: float = Field(
        15, ge=1, le=25, description="distance of the target", json_schema_extra={"unit": "m"}
    )
    steps: int = Field(4, ge=0, le=6, description="of Newton’s method", json_schema_extra={"unit": "steps"})


@experiment(title="Which angle hits the target?", section="Throw", typical_seconds=2)
def throw(params: ThrowParams) -> Iterator[Output]:
    """The throws on their way to the target, their angles and misses, and the first by other means."""
    yield from aimed(params.angle, params.speed, params.target, params.steps)
    yield values(
        f"angle {params.angle:g}, in metres",
        steps=landing(params.angle, params.speed),
        SciPy=landing_by_scipy(params.angle, params.speed),
        without_drag=params.speed**2 * sin(2 * params.angle) / GRAVITY,
    )


def aimed(angle: float, speed: float, target: float, steps: int) -> Iterator[Output]:
    """The first throw and those of Newton's method, as they come; alike curves are drawn once."""
    post = [Point(line="target", x=target, y=y) for y in (0, 0.5)]
    yield Series(
        label="path", x=Axis(label="distance", unit="m"), y=Axis(label="height", unit="m"), points=post
    )
    rows, misses, drawn = list[list[Cell]](), list[float](), list[float]()
    for turned in chain([angle], aim(angle, speed, target, steps)):
        if not 0 < turned < pi / 2:  # NaN neither
            yield Note(text=f"Newton's method left the quarter circle: {target:g} m may be too far.")
            return
        x = float(landing(turned, speed))
        misses.append(x - target)
        rows.append([len(rows), float(turned), x, misses[-1]])
        yield Table(label="steps", columns=["step", "angle, rad", "lands at, m", "miss, m"], rows=list(rows))
        if all(abs(x - other) > APART for other in drawn):
            drawn.append(x)
            yield Append(label="path", points=curve(float(turned), speed, x))
    first, last = abs(misses[0]), abs(misses[-1])
    if steps:
        yield Note(text=f"{steps} steps turn a miss of {first:.2f} m into one of {last * 1e3:.2g} mm.")
    else:
        yield Note(text=f"It lands at {misses[0] + target:.2f} m, and misses by {first:.2f} m.")


def curve(angle: float, speed: float, lands_at: float) -> list[Point]:
    """Some points on the way, and the end on the ground."""
    x, y = (np.asarray(part) for part in path(angle, speed))
    flying = [(0.0, 0.0), *zip(x[y >= 0].tolist(), y[y >= 0].tolist(), strict=True)]
    shown = [*flying[:: ceil(len(flying) / DRAWN)], (lands_at, 0.0)]
    return [Point(line=f"angle {angle:.3f}", x=x, y=y) for x, y in shown]
