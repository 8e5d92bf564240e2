"""The gradient is NaN for a ball at rest, and `where` doesn't help: it differentiates both branches.

    s(v) = √(v · v)        ∂s/∂v = v / s = 0 / 0 at rest        drag ~ s v,  ∂(s v₁)/∂v₁ = s + v₁² / s → 0

grad multiplies along the chain: `where` sends 0 into the branch not taken; √ has slope ∞ there; 0 · ∞ is NaN.
Source: https://docs.jax.dev/en/latest/faq.html#gradients-contain-nan-where-using-where.
Expect: a speed of 0 in all three ways; gradients NaN, NaN and 0; differences in float64 go to 0. Each step of
the throw takes this root, so the gradient of its landing is NaN for a ball that's thrown at 0 m/s.
"""

from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from experiments.throw.flight import landing
from jaxlive import Cell, Note, Output, Params, Table, experiment, raises, values

H = 1e-6
"""The step of the differences, in m/s."""


# region slide
def naive(v):
    return jnp.sqrt(v @ v)


def guarded(v):
    s = jnp.sqrt(v @ v)
    return jnp.where(v @ v > 0, s, 0)


def safe(v):
    moves = v @ v > 0
    inside = jnp.where(moves, v @ v, 1)
    s = jnp.sqrt(inside)
    return jnp.where(moves, s, 0)


# endregion slide


def watched(v):
    with jax.debug_nans(True):
        return jax.grad(naive)(v)


def drag(speed):
    """The drag along the first axis, with k = 1, for a way to compute the speed."""
    return lambda v: speed(v) * v[0]


class NanGradientParams(Params):
    """Nothing but the device."""


@experiment(title="A gradient of NaN", section="Throw", typical_seconds=1.5)
def nan_gradient(_: NanGradientParams) -> Iterator[Output]:
    """Slopes at rest in three ways and by differences, who finds the NaN, and the slope of the throw."""
    rest = jnp.zeros(2)
    ways: dict[str, Callable[[Any], Any]] = {"naive": naive, "where": guarded, "where, twice": safe}
    rows: list[list[Cell]] = [
        [name, *map(number, (speed(rest), jax.grad(speed)(rest)[0], jax.grad(drag(speed))(rest)[0]))]
        for name, speed in ways.items()
    ]
    rows.append(["differences", "0", *map(number, differences())])
    yield Table(label="at rest", columns=["speed", "value", "slope", "slope of drag"], rows=rows)
    yield raises("jax_debug_nans", lambda: watched(rest))
    by_speed = jax.jit(jax.grad(landing, 1))
    yield values("∂ landing / ∂ speed, in s", at_0=by_speed(0.7, 0.0), at_1=by_speed(0.7, 1.0))
    steep = jax.grad(jnp.sqrt)(0.0)
    yield Note(text=f"√ has slope {steep} at 0, and 0 times {steep} is {0 * steep}.")


def differences() -> list[float]:
    """Slopes at rest by differences to both sides, in float64: of the speed, and of the drag."""
    ahead, speed = np.array([H, 0.0]), np.linalg.norm
    return [float((f(ahead) - f(-ahead)) / (2 * H)) for f in (speed, drag(speed))]


def number(value: Any) -> str:
    """As a cell that can hold NaN."""
    return f"{float(value):.2g}"
