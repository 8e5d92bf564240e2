"""The layers of a network and their parameters, by evaluation of shapes: no weight is made for it."""

from typing import Any

import jax
import jax.numpy as jnp

from experiments.learning.networks_flax import made
from jaxlive import Cell, Table

MNIST_SIDE = 28


# region slide
def shapes(side, padding):
    found = []

    def forward():
        x = jnp.zeros((1, side, side, 1))
        for layer in made(side, padding).layers:
            y = layer(x)
            n = weight_count(layer)
            found.append((layer, x.shape, y.shape, n))
            x = y

    jax.eval_shape(forward)
    return found


# endregion slide


def weight_count(layer: Any) -> int:
    """How many parameters a layer has."""
    from flax import nnx

    parts = (part for _, part in nnx.iter_graph(layer))
    return sum(part.size for part in parts if isinstance(part, nnx.Param))


def layers(side: int, padding: str) -> Table:
    """Those that have parameters or change the shape; sizes are without the batch."""
    rows: list[list[Cell]] = []
    for layer, before, after, count in shapes(side, padding):
        if count or before != after:
            rows.append([_name(layer), _size(before), _size(after), count])
    return Table(label="layers", columns=["layer", "in", "out", "parameters"], rows=rows)


def parameters() -> Table:
    """At the size of MNIST, with and without padding."""
    sides = {padding: shapes(MNIST_SIDE, padding) for padding in ("SAME", "VALID")}
    rows: list[list[Cell]] = []
    for same, valid in zip(*sides.values(), strict=True):
        if same[3]:
            rows.append([f"{_name(same[0])} to {same[2][-1]}", same[3], valid[3]])
    totals = [sum(layer[3] for layer in side) for side in sides.values()]
    rows.append(["total", *totals])
    rows.append(["MB in float32", *(total * 4 / 1e6 for total in totals)])
    return Table(label="parameters at 28 by 28", columns=["layer", *sides], rows=rows)


def _name(layer: Any) -> str:
    return str(getattr(layer, "__name__", type(layer).__name__)).lower()


def _size(shape: tuple[int, ...]) -> str:
    return " × ".join(f"{length:,}" for length in shape[1:])
