"""jit the widest region: a train step compiled as one program beats the same step compiled in pieces.

    step: loss, its gradient and w ← w - 0.1 gradient, for an MLP of two layers

Source: Alex McKinney, "On Learning JAX", 2023, which claims it and measures nothing.
Expect: equal weights whichever way; eager slowest, as it also finds the gradient anew in Python at each
step; the pieces slower than the whole by their calls and by what they hand over through memory; one trace for
any number of steps.
"""

from collections.abc import Callable, Generator, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import (
    Array,
    Cell,
    Note,
    Output,
    Params,
    Table,
    Timings,
    Work,
    compare,
    compilations,
    eager,
    experiment,
    jitted,
)
from jaxlive.lab.measure.verdict import in_words
from jaxlive.lab.measure.watching import runs

RATE = 0.1
IN, OUT, BATCH = 64, 10, 64

Weights = Any


def update(weights: Weights, slope: Weights) -> Weights:
    """One step downhill."""
    return jax.tree.map(lambda w, dw: w - RATE * dw, weights, slope)


# region slide
def loss(weights, x, y):
    first, second = weights
    out = jnp.tanh(x @ first) @ second
    return jnp.mean((out - y) ** 2)


def step(weights, x, y):
    dw = jax.grad(loss)(weights, x, y)
    return update(weights, dw)


whole = jax.jit(step)
# endregion slide


# region pieces
@jax.jit
def forward(weights, x, y):
    return jax.vjp(lambda w: loss(w, x, y), weights)


backward = jax.jit(lambda pull: pull(1.0)[0])
update_jit = jax.jit(update)


def pieces(weights, x, y):
    _, pull = forward(weights, x, y)
    return update_jit(weights, backward(pull))


# endregion pieces


WAYS: dict[str, Callable[..., Weights]] = {"whole": whole, "three pieces": pieces}


class WidestRegionParams(Params):
    """How large the network is, and how often it is trained."""

    hidden: int = Field(
        128, ge=1, le=4096, description="units of the hidden layer", json_schema_extra={"unit": "units"}
    )
    steps: int = Field(
        100, ge=2, le=10_000, description="steps of training", json_schema_extra={"unit": "steps"}
    )

    def bytes_needed(self) -> int:
        """Weights, gradients and activations, in float64 at the reference."""
        return 8 * (4 * self.hidden * (IN + OUT) + 6 * BATCH * (self.hidden + IN + OUT))


@experiment(title="jit the widest region", section="Compilation", typical_seconds=4)
def widest_region(params: WidestRegionParams) -> Iterator[Output]:
    """A step in three ways, and training with each kind of traces counted."""
    weights, x, y = problem(params)
    timings = yield from timed(weights, x, y)
    yield trained(params.steps, weights, x, y)
    yield Note(text=in_words(timings.ratios[1]))


def problem(params: WidestRegionParams) -> tuple[Weights, Array, Array]:
    """Random weights and examples, in float32."""
    rng = np.random.default_rng(0)
    shapes = [(IN, params.hidden), (params.hidden, OUT), (BATCH, IN), (BATCH, OUT)]
    first, second, x, y = (rng.normal(size=shape).astype(np.float32) for shape in shapes)
    return (first / IN**0.5, second / params.hidden**0.5), x, y


def timed(weights: Weights, x: Array, y: Array) -> Generator[Timings, None, Timings]:
    """One step, waited for; the reference is the whole in float64."""
    with jax.enable_x64(True):
        args = jax.tree.map(lambda a: a.astype(np.float64), (weights, x, y))
        reference = jax.tree.map(np.asarray, jax.jit(step)(*args))
    sides = {
        "whole": jitted(whole, weights, x, y),
        "three pieces": eager(pieces, weights, x, y),
        "eager": eager(step, weights, x, y),
    }
    return compare(
        "one step",
        sides,
        reference=reference,
        of="eager",
        over="whole",
        work=work(weights, x, y),
        budget_s=1,
    )


def work(weights: Weights, x: Array, y: Array) -> Work:
    """Two products with the first weights, as no gradient by x is asked for, and three with the second."""
    first, second = weights
    moved = 2 * (first.nbytes + second.nbytes) + x.nbytes + y.nbytes
    return Work(flops=2 * len(x) * (2 * first.size + 3 * second.size), bytes=moved)


def trained(steps: int, weights: Weights, x: Array, y: Array) -> Table:
    """Many steps from empty caches: the loss at their end, traces and compilations."""
    rows: list[list[Cell]] = []
    for name, one_step in WAYS.items():
        jax.clear_caches()
        now = weights
        with compilations() as compiled, runs(loss) as traced:
            for _ in range(steps):
                now = one_step(now, x, y)
            count = None if compiled is None else len(compiled)
        rows.append([name, len(traced), count, float(loss(now, x, y))])
    return Table(label="training", columns=["step", "traces", "compiled", "loss"], rows=rows)
