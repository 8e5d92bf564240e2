"""Parameters in lists and dicts go through jit, grad and map as they are: JAX sees a tree of arrays.

    h = tanh(W x + b), layer after layer: 784 -> 64 -> 10

Sources: Alex McKinney, "On Learning JAX", 2023; Marie-Hélène Burle, "Accelerated array computing and flexible
differentiation with JAX", 2024.
Expect: the structure [{W, b}, {W, b}], 50,890 parameters, zeros for an input of zeros, gradients in the
structure of the parameters. The structure is part of what jit compiled for: a tuple instead of the list
traces again, other values do not.
"""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlive import Cell, Output, Params, Printed, Table, experiment, values
from jaxlive.lab.measure.watching import Calls, reasons, table, watched

Layers = list[dict[str, jax.Array]]


def normal(m: int, n: int) -> jax.Array:
    """A matrix of random numbers, of variance 1 / n."""
    w = np.random.default_rng(n).standard_normal((m, n), np.float32)
    return jnp.array(w / np.float32(n**0.5))


# region slide
def dense(n, m):
    w, b = normal(m, n), jnp.zeros(m)
    return {"W": w, "b": b}


def init(*sizes):
    pairs = pairwise(sizes)
    return [dense(*p) for p in pairs]


def mlp(params, x):
    for layer in params:
        y = layer["W"] @ x + layer["b"]
        x = jnp.tanh(y)
    return x


# endregion slide


# region gradients
def loss(params, x, y):
    error = mlp(params, x) - y
    return jnp.mean(error**2)


def down(leaf, grad):
    return leaf - 0.1 * grad


@jax.jit
def step(params, x, y):
    grads = jax.grad(loss)(params, x, y)
    return jax.tree.map(down, params, grads)


# endregion gradients


# region cache
traced = []


@jax.jit
def predict(params, x):
    traced.append(type(params))
    return mlp(params, x)


# endregion cache


class PytreesParams(Params):
    """Nothing but the device."""


@experiment(title="Parameters as a tree", section="Transformations", typical_seconds=2)
def pytrees(_: PytreesParams) -> Iterator[Output]:
    """The tree and its leaves, an input of zeros, a step along the gradients, and what traces again."""
    layers, x, y = init(784, 64, 10), jnp.full(784, 1 / 28), jnp.zeros(10)
    structure, shapes = jax.tree.structure(layers), jax.tree.map(jnp.shape, layers)
    yield Printed(label="structure", lines=[str(structure), *map(str, shapes)])
    yield leaves(layers, jax.grad(loss)(layers, x, y))
    yield values("an input of zeros", output=mlp(layers, jnp.zeros(784)))
    yield values("a step", before=loss(layers, x, y), after=loss(step(layers, x, y), x, y))
    calls = watched(kinds(layers, x), traced)
    yield table("calls of predict", calls)
    yield Printed(label="why, in JAX’s words", lines=reasons(calls))


def leaves(layers: Layers, grads: Layers) -> Table:
    """Each array by its place in the tree, with the gradient in the same place."""
    rows: list[list[Cell]] = [
        [jax.tree_util.keystr(path), str(leaf.shape), leaf.size, str(grad.shape)]
        for (path, leaf), grad in zip(
            jax.tree_util.tree_leaves_with_path(layers), jax.tree.leaves(grads), strict=True
        )
    ]
    total = sum(leaf.size for leaf in jax.tree.leaves(layers))
    same = str(jax.tree.structure(layers)) == str(jax.tree.structure(grads))
    rows.append(["all", "", total, "the same structure" if same else "another structure"])
    return Table(label="leaves", columns=["leaf", "shape", "parameters", "gradient"], rows=rows)


def kinds(layers: Layers, x: jax.Array) -> Calls:
    """Calls that differ in the values, or in the structure; the result shown is the first of ten."""
    turned = [{"b": layer["b"], "W": layer["W"]} for layer in layers]
    halves = jax.tree.map(lambda leaf: leaf / 2, layers)
    trees = {
        "params": layers,
        "other values": halves,
        "keys in another order": turned,
        "three layers": [*layers, {"W": jnp.eye(10), "b": jnp.zeros(10)}],
        "a tuple of layers": tuple(layers),
        "params, again": layers,
    }
    return {name: partial(first_output, tree, x) for name, tree in trees.items()}


def first_output(params: Any, x: jax.Array) -> Any:
    """Taken by NumPy: an index in JAX would be compiled too."""
    return np.asarray(predict(params, x))[0]
