"""A thousand throws at once: vmap adds the batch dimension, and jit compiles it.

    landing: (), () → ()        vmap(landing): (n,), (n,) → (n,)

Expect: a map with the line of all throws that hit the target; a ball that is fast enough does so at two
angles. Compiled, a throw takes about a microsecond, hundreds of times less than in a loop in NumPy; NumPy on
whole arrays, the batch by hand, lies in between. The first call compiles: it costs some hundred later ones.
"""

from collections.abc import Iterator

import jax
import numpy as np
from pydantic import Field

from experiments.throw.flight import landing, landing_in_numpy, landings_in_numpy
from jaxlive import (
    Array,
    Axis,
    Heatmap,
    Note,
    Output,
    Params,
    compare,
    eager,
    experiment,
    first_call_s,
    jitted,
    median_s,
    numpy,
)

RACED = 500
"""Throws that are timed: a loop over a thousand takes NumPy half a second a call, and there are dozens."""


# region loop
def by_loop(throws):
    return np.array([
        landing_in_numpy(angle, speed)
        for angle, speed in throws
    ])  # fmt: skip


# endregion loop

# region vmap
many = jax.vmap(landing)
# endregion vmap

# region slide
fast = jax.jit(many)
# endregion slide


class ManyThrowsParams(Params):
    """How many throws, and where they are to land."""

    angles: int = Field(
        40, ge=2, le=100, description="from 0.05 to 1.5 rad", json_schema_extra={"unit": "angles"}
    )
    speeds: int = Field(
        25, ge=2, le=100, description="from 10 to 30 m/s", json_schema_extra={"unit": "speeds"}
    )
    target: float = Field(
        15, ge=1, le=25, description="distance of the target", json_schema_extra={"unit": "m"}
    )


@experiment(title="A thousand throws at once", section="Throw", typical_seconds=5.5)
def many_throws(params: ManyThrowsParams) -> Iterator[Output]:
    """The map of all landings in one call, a part of the throws timed in four ways, and the first call."""
    yield landings(params)
    angles, speeds = throws(params)
    some = slice(None, None, -(-angles.size // RACED))
    angles, speeds = angles[some], speeds[some]
    timings = yield from compare(
        f"{angles.size} throws",
        {
            "NumPy loop": numpy(by_loop, np.stack([angles, speeds], axis=1)),
            "NumPy arrays": numpy(landings_in_numpy, angles, speeds),
            "vmap": eager(many, angles, speeds),
            "jit": jitted(fast, angles, speeds),
        },
        reference=landings_in_numpy(angles.astype(np.float64), speeds.astype(np.float64)),
        of="NumPy loop",
        over="jit",
    )
    each, first = median_s(timings, "jit") / angles.size, first_call_s(timings, "jit")
    yield Note(text=f"A throw takes {each * 1e6:.2f} µs; the first call took {first * 1e3:,.0f} ms.")


def throws(params: ManyThrowsParams) -> tuple[Array, Array]:
    """Each angle at each speed, as two vectors in float32."""
    angles = np.linspace(0.05, 1.5, params.angles, dtype=np.float32)
    speeds = np.linspace(10, 30, params.speeds, dtype=np.float32)
    every_speed, every_angle = np.meshgrid(speeds, angles, indexing="ij")
    return every_angle.ravel(), every_speed.ravel()


def landings(params: ManyThrowsParams) -> Heatmap:
    """Where they land, with the line of those that hit the target."""
    angles, speeds = throws(params)
    cells = np.asarray(fast(angles, speeds)).reshape(params.speeds, params.angles)
    return Heatmap(
        label="where it lands",
        x=Axis(label="angle", unit="rad"),
        y=Axis(label="speed", unit="m/s"),
        value=Axis(label="lands at", unit="m"),
        xs=angles[: params.angles].tolist(),
        ys=speeds[:: params.angles].tolist(),
        cells=cells.tolist(),
        level=params.target,
    )
