"""A small diffusion model learns to draw digits: keys, vmap, grad, trees, scan and jit in one program.

    loss = mean (ε̂(x_t, t, class) − ε)²        x_t = √ᾱ_t x_0 + √(1 − ᾱ_t) ε,  t and ε at random

The 64 pixels of scikit-learn's digits, from −1 to 1, and their class; 100 steps of noise; Adam, whose rate
falls from 0.002 to 0 along a cosine. Source: Jonathan Ho, Ajay Jain, Pieter Abbeel, "Denoising Diffusion
Probabilistic Models", 2020, algorithms 1 and 2.
Expect: the loss falls from 0.55 to 0.11, and 98 % or more of the drawn digits are read as the class that was
asked for, about as many as of real ones that were kept back. They are no copies: the nearest image learned
from is farther away than from a real digit. Plain JAX and Flax agree to the rounding of float32.
"""

from collections.abc import Generator, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, vmap
from jax.flatten_util import ravel_pytree
from jax.random import normal, randint, split
from pydantic import Field

from experiments.learning.datasets import Split, load
from experiments.learning.diffusion_networks import CLASSES, PIXELS, denoise, in_flax, new_weights
from experiments.learning.diffusion_process import STEPS, noisy, sample
from experiments.learning.digit_reader import Rows, read_back
from experiments.learning.pictures import sheet
from jaxlive import Append, Axis, Image, Note, Output, Params, Point, Series, Values, experiment, values

BATCH, RATE = 128, 0.002
SCAN, POINT = 500, 50
"""Steps at a call, and at a point of the curve."""
ROWS, SHEETS = 5, 10
"""Rows of digits on a sheet, and sheets that are read back."""
ASKED = np.tile(np.arange(CLASSES), ROWS)


# region batch
def noisy_batch(key, digits):
    images, labels = digits
    pick, time, draw = split(key, 3)
    n = (BATCH,)
    i = randint(pick, n, 0, len(labels))
    t = randint(time, n, 0, STEPS)
    x = images[i]
    noise = normal(draw, x.shape)
    x = vmap(noisy)(x, t, noise)
    return x, t, labels[i], noise


# endregion batch


# region loss
def error(predict, batch):
    x, t, label, noise = batch
    guess = vmap(predict)(x, t, label)
    return ((guess - noise) ** 2).mean()


def loss(weights, batch):
    predict = partial(denoise, weights)
    return error(predict, batch)


# endregion loss


# region slide
def step(adam, digits, state, key):
    weights, moments = state
    batch = noisy_batch(key, digits)
    both = jax.value_and_grad(loss)
    value, grads = both(weights, batch)
    move, moments = adam(grads, moments)
    add = partial(jax.tree.map, jnp.add)
    state = add(weights, move), moments
    return state, value


@partial(jax.jit, static_argnums=0)
def train(adam, digits, state, keys):
    one = partial(step, adam, digits)
    return lax.scan(one, state, keys)


# endregion slide


# region draw
@jax.jit
def draw(weights, key, labels):
    def predict(x, t):
        one = partial(denoise, weights)
        each = vmap(one, (0, None, 0))
        return each(x, t, labels)

    shape = len(labels), PIXELS
    return sample(predict, key, shape)


# endregion draw


class DiffusionParams(Params):
    """How long it learns, and from which keys."""

    steps: int = Field(
        10_000, ge=SCAN, le=20_000, multiple_of=SCAN, description="steps of Adam, 500 at a call",
        json_schema_extra={"unit": "steps"},
    )  # fmt: skip
    seed: int = Field(0, ge=0, le=2**32 - 1, description="seed of all keys")


@experiment(
    title="Digits out of noise",
    section="Learning",
    typical_seconds=28,
    needs=("flax.nnx", "optax", "sklearn.datasets", "sklearn.neighbors", "sklearn.svm"),
)
def diffusion(params: DiffusionParams) -> Iterator[Output]:
    """The loss and 50 digits while it learns, then 500 digits read back, and the same network in Flax."""
    digits = load("digits")
    data = as_rows(digits.train, digits.white)
    start, *keys = split(jax.random.key(params.seed), 5)
    weights = yield from learned(params.steps, data, new_weights(start), *keys[:2])
    drawn = jnp.concatenate([draw(weights, key, ASKED) for key in split(keys[2], SHEETS)])
    real = as_rows(digits.validation, digits.white)
    table = read_back(data, {"drawn": (drawn, np.tile(ASKED, SHEETS)), "real": real})
    yield table
    of_drawn, of_real = (row[2] for row in table.rows)
    yield Note(
        text=f"A classifier reads {of_drawn} % of {len(drawn)} drawn digits as asked, and {of_real} % of "
        f"{len(real[0])} real ones that it never saw."
    )
    yield same_weights(weights, jax.jit(noisy_batch)(keys[3], data))


def as_rows(digits: Split, white: int) -> Rows:
    """Images as rows of 64 numbers from −1 to 1, and their labels."""
    rows = digits.images.reshape(-1, PIXELS) / white * 2 - 1
    return jnp.asarray(rows, jnp.float32), jnp.asarray(digits.labels)


def learned(steps: int, data: Rows, weights: Any, key: Any, draw_key: Any) -> Generator[Output, None, Any]:
    """The trained weights; on the way the loss and what is drawn after each call."""
    import optax

    adam = optax.adam(optax.cosine_decay_schedule(RATE, steps))
    state = weights, adam.init(weights)
    yield Series(label="loss", x=Axis(label="step"), y=Axis(label="mean squared error", scale="log"))
    yield samples(weights, draw_key, 0)
    for i, keys in enumerate(split(key, (steps // SCAN, SCAN))):
        state, losses = train(adam.update, data, state, keys)
        means = np.asarray(losses).reshape(-1, POINT).mean(1).tolist()
        done = range(i * SCAN + POINT, (i + 1) * SCAN + 1, POINT)
        points = [Point(line="jax", x=x, y=y) for x, y in zip(done, means, strict=True)]
        yield Append(label="loss", points=points)
        yield samples(state[0], draw_key, done[-1])
    return state[0]


def samples(weights: Any, key: Any, steps: int) -> Image:
    """Five digits of each class; with the same key they come out of the same noise."""
    drawn = np.asarray(draw(weights, key, ASKED))
    alt = f"{ROWS} rows of digits drawn after {steps:,} steps of learning; the columns were asked for 0 to 9."
    return Image(label="samples", png=sheet((drawn.reshape(ROWS, CLASSES, 8, 8) + 1) / 2), alt=alt)


def same_weights(weights: Any, batch: Any) -> Values:
    """Loss of a batch in plain JAX and in Flax, and how far the gradients differ, of their largest number."""
    from flax import nnx

    plain, slopes = jax.jit(jax.value_and_grad(loss))(weights, batch)
    flax, flax_slopes = nnx.jit(nnx.value_and_grad(error))(in_flax(weights), batch)
    flat, flax_flat = (ravel_pytree(tree)[0] for tree in (nnx.state(in_flax(slopes)), flax_slopes))
    differ = jnp.abs(flat - flax_flat).max() / jnp.abs(flat).max()
    losses = {"jax": plain, "flax": flax, "difference": abs(plain - flax), "gradients differ by": differ}
    return values("the same weights", **losses)
