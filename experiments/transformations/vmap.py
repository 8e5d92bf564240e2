"""vmap turns a function of one example into a function of a batch, without a loop.

    g(w, x, y) = (σ(wx) − y)²        ∂g/∂w = 2 (σ(wx) − y) σ(wx) (1 − σ(wx)) x

Sources: Yu Yin, "JAX: A Brief Introduction", 2022, slide 11; Alex McKinney, "On Learning JAX", 2023, who
batches by hand; Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX",
2024, who names it.
Expect: 0.29256, −0.21151 and −0.16325 for w = 0.5, x = 1, 2, 3, y = 0, 1, 1, as in a loop and by the formula.
A matrix times a vector becomes one matrix product, as one would write by hand, and as fast.
"""

import re
from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import (
    Cell,
    Note,
    Output,
    Params,
    Table,
    Work,
    compare,
    eager,
    experiment,
    jitted,
    operations,
    programs,
    values,
)


# region slide
def g(w, x, y):
    guess = jax.nn.sigmoid(w * x)
    return (guess - y) ** 2


slope = jax.grad(g)
slopes = jax.vmap(slope, (None, 0, 0))
# endregion slide


# region axes
def product(m, v):
    return m @ v


one_for_all = jax.vmap(product, (None, 0))
one_for_each = jax.vmap(product, (0, 0))
# endregion axes


# region batch
def by_hand(m, vectors):
    return vectors @ m.T


def by_loop(m, vectors):
    each = [m @ v for v in vectors]
    return jnp.stack(each)


# endregion batch


class VmapParams(Params):
    """How many vectors, and how large the matrix is."""

    batch: int = Field(
        128, ge=1, le=4096, description="vectors in the batch", json_schema_extra={"unit": "vectors"}
    )
    size: int = Field(
        512, ge=1, le=4096, description="rows and columns of the matrix", json_schema_extra={"unit": "rows"}
    )

    def bytes_needed(self) -> int:
        """Matrix, vectors and results in float64 and float32, with temporaries."""
        return 16 * self.size**2 + 64 * self.batch * self.size


@experiment(title="A batch without a loop", section="Transformations", typical_seconds=5.5)
def vmap(params: VmapParams) -> Iterator[Output]:
    """The slopes in three ways, a batch of products timed in three ways, and what vmap writes."""
    w, x, y = 0.5, jnp.array([1.0, 2.0, 3.0]), jnp.array([0.0, 1.0, 1.0])
    looped = jnp.stack([slope(w, x[i], y[i]) for i in range(x.size)])
    sigma = jax.nn.sigmoid(w * x)
    formula = 2 * (sigma - y) * sigma * (1 - sigma) * x
    yield values("∂g/∂w at w = 0.5", x=x, y=y, vmap=slopes(w, x, y), loop=looped, formula=formula)
    matrix, vectors = data(params.size, params.batch)
    yield from compare(
        "a matrix times a batch",
        {
            "vmap": jitted(jax.jit(one_for_all), matrix, vectors),
            "by hand": jitted(jax.jit(by_hand), matrix, vectors),
            "loop": eager(by_loop, matrix, vectors),
        },
        reference=vectors.astype(np.float64) @ matrix.astype(np.float64).T,
        of="by hand",
        over="vmap",
        work=Work(flops=2 * matrix.size * len(vectors), bytes=matrix.nbytes + 2 * vectors.nbytes),
    )
    yield from written()
    yield from programs(jax.jit(slopes), np.float32(w), x, y)


def data(size: int, batch: int) -> tuple[Any, Any]:
    """A matrix and a batch of vectors."""
    draw = np.random.default_rng(0).random
    return draw((size, size), np.float32), draw((batch, size), np.float32)


def written() -> Iterator[Output]:
    """The product in the jaxpr of one vector, of one matrix with five vectors, and of five with five."""
    matrix, vector = jnp.ones((3, 4)), jnp.ones(4)
    matrices, vectors = jnp.ones((5, 3, 4)), jnp.ones((5, 4))
    rows: list[list[Cell]] = []
    for name, function, args in (
        ("product", product, (matrix, vector)),
        ("one_for_all", one_for_all, (matrix, vectors)),
        ("one_for_each", one_for_each, (matrices, vectors)),
    ):
        text = str(jax.make_jaxpr(function)(*args))
        axes = re.findall(r"dimension_numbers=\((\(.*?\)), (\(.*?\))\)", text)[0]
        rows.append([name, *(str(arg.shape) for arg in args), *axes, str(function(*args).shape)])
    columns = ["function", "m", "v", "summed over", "batch", "result"]
    yield Table(label="axes of the product", columns=columns, rows=rows)
    done = operations(one_for_all, matrix, vectors)
    yield Note(text=f"For any number of vectors {len(done)} operations: {', '.join(done)}.")
