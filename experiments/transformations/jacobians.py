"""Build a Jacobian column by column or row by row: same matrix, but its shape decides which is cheaper.

    f(x, y) = (x² y, 5x + sin y)        J = [[2xy, x²], [5, cos y]]

Source: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024, which
names jacfwd and jacrev.
Expect: [[4, 1], [5, −0.41615]] at (1, 2) from both; the Hessian of the sum of f from either of them over the
other. jacfwd makes a column for each input, jacrev a row for each output: a wide Jacobian (many inputs, few
outputs) is cheap by jacrev, a tall one by jacfwd.
"""

from collections.abc import Generator, Iterator

import jax
import jax.numpy as jnp
import numpy as np
from jax import jacfwd, jacrev, jit
from pydantic import Field

from jaxlive import Note, Output, Params, Timings, Work, compare, experiment, jitted, values

TF32 = 1e-3
"""A GPU may multiply float32 in TF32, which keeps ten bits of a fraction."""


# region slide
def f(point):
    x, y = point
    both = x**2 * y, 5 * x + jnp.sin(y)
    return jnp.stack(both)


columns = jax.jacfwd(f)
rows = jax.jacrev(f)
# endregion slide


# region hessian
def total(point):
    return f(point).sum()


hessian = jacfwd(jacrev(total))
other_way = jacrev(jacfwd(total))
library = jax.hessian(total)
# endregion hessian


# region shapes
def layer(w, x):
    return jnp.tanh(w @ x)


by_columns = jit(jacfwd(layer, 1))
by_rows = jit(jacrev(layer, 1))
# endregion shapes


class JacobiansParams(Params):
    """How far the shapes are from square."""

    many: int = Field(
        1024,
        ge=8,
        le=8192,
        description="inputs of the wide layer, outputs of the tall one",
        json_schema_extra={"unit": "numbers"},
    )
    few: int = Field(
        8,
        ge=1,
        le=64,
        description="outputs of the wide layer, inputs of the tall one",
        json_schema_extra={"unit": "numbers"},
    )

    def bytes_needed(self) -> int:
        """Unit vectors of the slow way and what becomes of them, and the layer."""
        return 8 * self.many**2 + 64 * self.many * self.few


@experiment(title="Columns or rows", section="Transformations", typical_seconds=8)
def jacobians(params: JacobiansParams) -> Iterator[Output]:
    """The Jacobian both ways, the Hessian three ways, and both ways timed on a wide and a tall layer."""
    point = jnp.array([1.0, 2.0])
    yield values("Jacobian at (1, 2)", jacfwd=columns(point), jacrev=rows(point))
    yield values(
        "Hessian of the sum at (1, 2)",
        forward_of_reverse=hessian(point),
        reverse_of_forward=other_way(point),
        library=library(point),
    )
    wide = yield from timed("wide", inputs=params.many, outputs=params.few)
    tall = yield from timed("tall", inputs=params.few, outputs=params.many)
    yield Note(text=f"Wide: {wide.verdict} Tall: {tall.verdict}")


def timed(label: str, inputs: int, outputs: int) -> Generator[Timings, None, Timings]:
    """Both ways to the Jacobian of a layer of this shape: (1 - tanh²(w x)) w, by a product and w scaled."""
    draw = np.random.default_rng(0).standard_normal
    w, x = draw((outputs, inputs)) / np.sqrt(inputs), draw(inputs)
    single = w.astype(np.float32), x.astype(np.float32)
    least = Work(flops=3 * (w.size + outputs), bytes=4 * (2 * w.size + inputs))
    return compare(
        label,
        {"jacfwd": jitted(by_columns, *single), "jacrev": jitted(by_rows, *single)},
        reference=(1 - np.tanh(w @ x) ** 2)[:, None] * w,
        tolerance=TF32,
        of="jacfwd",
        over="jacrev",
        work=least,
        budget_s=1.0,
    )
