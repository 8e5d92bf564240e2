"""A function can bring its own derivative: with custom_vjp, grad calls your rule and doesn't look inside.

    f(x) = log(1 + eˣ)        f′(x) = σ(x) = 1 / (1 + e⁻ˣ)

In float32 eˣ overflows above 88.7. `where` picks x there, so the value is right; but the gradient goes
through both branches, and the one not picked gives 0 · ∞ = NaN. The rule computes σ(x), which is fine there.
Source: https://docs.jax.dev/en/latest/notebooks/Custom_derivative_rules_for_Python_code.html
Expect: at −100, 0 and 100 the values 0, log 2 and 100; the gradients 0, 1/2 and NaN, and 1 in place of NaN
with the rule. Forward mode is gone, as the rule only goes backward: a custom_jvp has both. In your own code
call `jax.nn.softplus`, which has such a rule already.
"""

from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import Array, Axis, Cell, Output, Params, Point, Series, Table, experiment, raises

POINTS = 61
"""Of each line in the chart."""


# region slide
def naive(x):
    soft = jnp.log(1 + jnp.exp(x))
    return jnp.where(x > 20, x, soft)


def fwd(x):
    return naive(x), x


def bwd(x, u):
    return (u * jax.nn.sigmoid(x),)


softplus = jax.custom_vjp(naive)
softplus.defvjp(fwd, bwd)
# endregion slide


class CustomVjpParams(Params):
    """How far the gradient is drawn."""

    reach: int = Field(120, ge=10, le=1000, description="largest |x| of the chart")


@experiment(title="Your own derivative", section="Transformations", typical_seconds=1)
def custom_vjp(params: CustomVjpParams) -> Iterator[Output]:
    """Value and gradient at three places, the gradient over x, and forward mode."""
    rows: list[list[Cell]] = [at(x) for x in (-100.0, 0.0, 100.0)]
    columns = ["x", "value", "plain gradient", "with the rule", "σ(x)"]
    yield Table(label="three places", columns=columns, rows=rows)
    yield over(np.linspace(-params.reach, params.reach, POINTS, dtype=np.float32))
    yield raises("forward mode", lambda: jax.jacfwd(softplus)(0.0))


def at(x: float) -> list[Cell]:
    """The value, both gradients, and what they should be, as they print."""
    numbers = naive(x), jax.grad(naive)(x), jax.grad(softplus)(x), 1 / (1 + np.exp(-x))
    return [x, *(f"{float(number):.3g}" for number in numbers)]


def over(xs: Array) -> Series:
    """Both gradients over x; the plain one is drawn last, and ends where it is NaN."""
    points = []
    ways: dict[str, Callable[..., Any]] = {"with the rule": softplus, "plain": naive}
    for name, function in ways.items():
        slopes = np.asarray(jax.jit(jax.vmap(jax.grad(function)))(xs))
        points += [Point(line=name, x=x, y=y) for x, y in zip(xs.tolist(), slopes.tolist(), strict=True)]
    return Series(label="gradient over x", x=Axis(label="x"), y=Axis(label="f′(x)"), points=points)
