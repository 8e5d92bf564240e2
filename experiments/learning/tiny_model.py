"""A tiny network in Flax NNX with Optax and in JAX alone: the same weights, the same steps, the same losses.

    y = tanh(x A + a) B + b, fitted to sin x by gradient descent on the mean squared error

Source: Yu Yin, "JAX: A Brief Introduction", 2022, slides 26 and 27, which lists Flax, Haiku and Optax. Today
Flax means its NNX interface, and Haiku and Jraph are in maintenance.
Expect: one loss curve, drawn twice. A high-level library names things, checks shapes and has more optimisers;
it computes the same.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import Append, Axis, Cell, Note, Output, Params, Point, Series, Table, experiment, region, values

RATE = 0.1


# region slide
def new_weights(rng, n):
    A = rng.standard_normal((1, n), "f")
    B = rng.standard_normal((n, 1), "f")
    a, b = jnp.zeros(n), jnp.zeros(1)
    return [(A, a), (B / n, b)]


def apply(weights, x):
    (A, a), (B, b) = weights
    return jnp.tanh(x @ A + a) @ B + b


def loss(weights, data):
    x, y = data
    error = apply(weights, x) - y
    return jnp.mean(error**2)


# endregion slide


# region descent
@jax.jit
def step(weights, data):
    value_and_grad = jax.value_and_grad(loss)
    error, slopes = value_and_grad(weights, data)
    weights = jax.tree.map(
        lambda w, slope: w - RATE * slope,
        weights,
        slopes,
    )
    return weights, error


# endregion descent


# region flax
def flax_model(width):
    from flax import nnx

    keys = nnx.Rngs(0)
    first = nnx.Linear(1, width, rngs=keys)
    second = nnx.Linear(width, 1, rngs=keys)
    return nnx.Sequential(first, jnp.tanh, second)


def flax_loss(model, data):
    x, y = data
    return jnp.mean((model(x) - y) ** 2)


# endregion flax


# region optax
def flax_step(model):
    import optax
    from flax import nnx

    rule = optax.sgd(RATE)
    sgd = nnx.Optimizer(model, rule, wrt=nnx.Param)

    @nnx.jit
    def step(model, sgd, data):
        value_and_grad = nnx.value_and_grad(flax_loss)
        error, slopes = value_and_grad(model, data)
        sgd.update(model, slopes)
        return error

    return partial(step, model, sgd)


# endregion optax


class TinyModelParams(Params):
    """How wide the network is, and how long it learns."""

    width: int = Field(16, ge=1, le=1024, description="hidden units", json_schema_extra={"unit": "units"})
    steps: int = Field(
        300, ge=1, le=5000, description="steps of descent", json_schema_extra={"unit": "steps"}
    )


@experiment(
    title="The same with and without Flax",
    section="Learning",
    typical_seconds=2,
    needs=("flax.nnx", "optax"),
)
def tiny_model(params: TinyModelParams) -> Iterator[Output]:
    """Both learn step by step from one start; then how far apart they ended, and their lines of code."""
    x = jnp.linspace(-3, 3, 64)[:, None]
    data = x, jnp.sin(x)
    weights = new_weights(np.random.default_rng(0), params.width)
    model = flax_model(params.width)
    put(weights, model)
    steps_of_flax = flax_step(model)
    label = "loss by step"
    yield Series(label=label, x=Axis(label="step"), y=Axis(label="mean squared error", scale="log"))
    apart = 0.0
    for count in range(params.steps):
        weights, error = step(weights, data)
        errors = {"jax": float(error), "flax": float(steps_of_flax(data))}
        apart = max(apart, abs(errors["flax"] / errors["jax"] - 1))
        if count % max(1, params.steps // 100) == 0:
            yield Append(label=label, points=[Point(line=name, x=count, y=e) for name, e in errors.items()])
    yield values("first layer, trained", jax=weights[0][0][0, :3], flax=model.layers[0].kernel[0, :3])
    yield Table(label="lines of code", columns=["part", "jax", "flax and optax"], rows=code_lines())
    differ = f"differ by {apart:.1g} of their value at most" if apart else "are equal to the last bit"
    yield Note(text=f"Over {params.steps:,} steps the losses {differ}; the last is {errors['jax']:.2g}.")


def put(weights: Any, model: Any) -> None:
    """Give the two dense layers of the Flax model these arrays."""
    for layer, (kernel, bias) in zip((model.layers[0], model.layers[2]), weights, strict=True):
        layer.kernel[...], layer.bias[...] = jnp.asarray(kernel), jnp.asarray(bias)


def code_lines() -> list[list[Cell]]:
    """Lines of the regions that are not blank."""
    parts = {"model": ("slide", "flax"), "descent": ("descent", "optax")}
    return [
        [part, *(sum(map(bool, region(Path(__file__), name).code.splitlines())) for name in names)]
        for part, names in parts.items()
    ]
