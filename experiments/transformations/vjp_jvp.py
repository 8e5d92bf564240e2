"""jvp pushes a direction of the inputs forward, vjp pulls a direction of the outputs back.

    jvp: x, v -> f(x), J v        vjp: x, u -> f(x), uᵀ J

with J the Jacobian of f at x. Source: Marie-Hélène Burle, "Accelerated array computing and flexible
differentiation with JAX", 2024, which names both and shows neither.
Expect: value 8 and slope 4 of a cubic at 1 from both. Either costs about two calls of a layer of any shape;
a whole Jacobian takes a jvp for each input or a vjp for each output. So forward wins where inputs are few,
reverse where outputs are few, and J v needs no Jacobian at all.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import Array, Cell, Note, Output, Params, Table, Work, compare, experiment, jitted, values
from jaxlive.lab.programs.stages import cost

TF32 = 1e-3
"""A GPU may multiply float32 in TF32, which keeps ten bits of a fraction."""


# region slide
def polynomial(x):
    return x**3 + 2 * x**2 - 3 * x + 8


def push(f, x, v):
    return jax.jvp(f, (x,), (v,))


def pull(f, x, u):
    value, back = jax.vjp(f, x)
    return value, *back(u)


# endregion slide


# region product
def layer(w, x):
    return jnp.tanh(w @ x)


@jax.jit
def by_jvp(w, x, v):
    f = partial(layer, w)
    return jax.jvp(f, (x,), (v,))[1]


@jax.jit
def by_full(w, x, v):
    f = partial(layer, w)
    return jax.jacfwd(f)(x) @ v


# endregion product


class VjpJvpParams(Params):
    """How large the layer is."""

    size: int = Field(
        512, ge=16, le=4096, description="inputs, and outputs", json_schema_extra={"unit": "numbers"}
    )

    def bytes_needed(self) -> int:
        """Data in float64, then the Jacobian, the unit vectors and their images in float32."""
        return 32 * self.size**2


@experiment(title="Forward or reverse", section="Transformations", typical_seconds=4)
def vjp_jvp(params: VjpJvpParams) -> Iterator[Output]:
    """The cubic both ways, FLOPs of a pass and of a Jacobian by shape, and J v with and without J."""
    for label, product in {"jvp of the cubic at 1": push, "vjp of the cubic at 1": pull}.items():
        value, slope = product(polynomial, 1.0, 1.0)
        yield values(label, value=value, slope=slope)
    few = max(1, params.size // 64)
    yield from passes((params.size, few), (params.size, params.size), (few, params.size))
    w, x, v = data(params.size, params.size)
    double = [array.astype(np.float64) for array in (w, x, v)]
    yield from compare(
        "J v",
        {"jvp": jitted(by_jvp, w, x, v), "Jacobian": jitted(by_full, w, x, v)},
        reference=(1 - np.tanh(double[0] @ double[1]) ** 2) * (double[0] @ double[2]),
        tolerance=TF32,
        of="Jacobian",
        over="jvp",
        work=Work(flops=4 * (w.size + len(w)), bytes=w.nbytes + 3 * x.nbytes),  # two products, w read once
    )


def data(inputs: int, outputs: int) -> tuple[Array, Array, Array]:
    """Weights, a point and a direction."""
    draw = np.random.default_rng(0).standard_normal
    w = draw((outputs, inputs)) / np.sqrt(inputs)
    return w.astype(np.float32), draw(inputs).astype(np.float32), draw(inputs).astype(np.float32)


def passes(*shapes: tuple[int, int]) -> Iterator[Output]:
    """What XLA counts for layers of these numbers of inputs and outputs."""
    columns = ["inputs", "outputs", "jvp / f", "vjp / f", "jacfwd / f", "jacrev / f"]
    rows: list[list[Cell]] = [[*shape, *calls_of_f(*shape)] for shape in shapes]
    yield Table(label="FLOPs, in calls of f", columns=columns, rows=rows)
    (*_, forward, reverse), (inputs, outputs) = rows[0], shapes[0]
    if isinstance(forward, float) and isinstance(reverse, float):
        told = f"the Jacobian costs {forward:.0f} calls of f forward and {reverse:.0f} reverse"
        yield Note(text=f"With {inputs} inputs and {outputs} outputs {told}.")


def calls_of_f(inputs: int, outputs: int) -> list[float | None]:
    """FLOPs of a jvp, a vjp and the Jacobian by either, each over those of the layer alone."""
    w, x, v = data(inputs, outputs)
    u = np.ones(outputs, np.float32)
    ways: list[tuple[Callable[..., Any], Array]] = [
        (lambda w, x, _: layer(w, x), v),
        (lambda w, x, v: push(partial(layer, w), x, v), v),
        (lambda w, x, u: pull(partial(layer, w), x, u), u),
        (lambda w, x, _: jax.jacfwd(layer, 1)(w, x), v),
        (lambda w, x, _: jax.jacrev(layer, 1)(w, x), v),
    ]
    alone, *others = [getattr(cost(jax.jit(way), w, x, d), "flops", None) for way, d in ways]
    return [flops / alone if flops and alone else None for flops in others]
