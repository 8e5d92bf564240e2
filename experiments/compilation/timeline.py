"""What runs when: a call enters XLA, which runs its kernels one after another, each from a line of Python.

Source: JAX documentation, "Profiling computation". Expect: one kernel a call for the chain; for scan the same
few kernels again in each step, within its while loop; for a training step kernels of both ways, of which the
products take the most. A traced call takes longer than a plain one: this is no timing.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, tree
from pydantic import Field

from jaxlive import Output, Params, experiment
from jaxlive import timeline as traced

LENGTH, STEPS = 1_000_000, 10
SIZES = (256, 512, 512, 10)


# region slide
def chain(x):
    y = 0.2 * x + jnp.sin(x)
    return y + jnp.cos(2 * x)


def scan(x):
    return lax.scan(step, x, length=STEPS)


def training(params, x, y):
    slopes = jax.grad(loss)(params, x, y)
    return tree.map(descend, params, slopes)


# endregion slide


def step(x, _):
    x = 2 * jnp.sin(x)
    return x, x.sum()


def loss(params, x, y):
    for weights in params[:-1]:
        x = jnp.tanh(x @ weights)
    return ((x @ params[-1] - y) ** 2).mean()


def descend(weights, slope):
    return weights - 0.1 * slope


class TimelineParams(Params):
    """Which function is called."""

    function: Literal["chain", "scan", "training"] = Field("chain", description="what is called")


@experiment(title="One call as a timeline", section="Compilation", typical_seconds=1)
def timeline(params: TimelineParams) -> Iterator[Output]:
    """Three calls with all that XLA ran in them."""
    function, args = example(params.function)
    yield from traced(jax.jit(function), *args, label=params.function)


def example(name: str) -> tuple[Any, tuple[Any, ...]]:
    """A function and its arguments, which are on the device before the first call."""
    random = np.random.default_rng(0)

    def normal(*shape: int) -> jax.Array:
        return jnp.asarray(random.standard_normal(shape, np.float32))

    x = jnp.linspace(0, 1, LENGTH)
    weights = [normal(inputs, outputs) / 16 for inputs, outputs in pairwise(SIZES)]
    examples: dict[str, tuple[Any, tuple[Any, ...]]] = {
        "chain": (chain, (x,)),
        "scan": (scan, (x[: LENGTH // STEPS],)),
        "training": (training, (weights, normal(512, SIZES[0]), normal(512, SIZES[-1]))),
    }
    return examples[name]
