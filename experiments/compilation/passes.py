"""XLA rewrites a function a hundred times, one pass after another; a handful of passes change it.

    chain(x) = 0.2 x + sin x + cos 2x        attention(q, k) = softmax(q kᵀ / 8)

Source: OpenXLA, "XLA architecture" and "XLA flags guidance" (openxla.org), for the passes and the dumps that
show them. Expect: for the chain, fusion alone makes one kernel of all operations; for attention,
simplification turns the division into a multiplication, transpose folding drops the transpose, a library
gets the product where XLA has one, and fusion does the rest; the loop of scan is inlined and copied too.
"""

from collections.abc import Iterator
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax.lax import scan
from pydantic import Field

from jaxlive import Array, Note, Output, Params, Passes, experiment
from jaxlive import passes as all_passes

LENGTH, SIDE, STEPS = 1000, 64, 10


# region slide
def chain(x):
    y = 0.2 * x
    y = y + jnp.sin(x)
    return y + jnp.cos(2 * x)


def attention(q, k):
    scores = q @ k.T / 8
    return jax.nn.softmax(scores)


def loop(x):
    return scan(step, x, length=STEPS)


# endregion slide


# region step
def step(x, _):
    x = 2 * jnp.sin(x)
    return x, x.sum()


# endregion step


class PassesParams(Params):
    """Which function is compiled."""

    function: Literal["chain", "attention", "scan"] = Field("chain", description="what XLA compiles")


@experiment(title="Pass by pass", section="Compilation", typical_seconds=0.5)
def passes(params: PassesParams) -> Iterator[Output]:
    """Every pass with what it changed, and which of them did the work."""
    x = np.linspace(0, 1, LENGTH, dtype=np.float32)
    square = np.ones((SIDE, SIDE), np.float32)
    functions: dict[str, tuple[Any, tuple[Array, ...]]] = {
        "chain": (chain, (x,)),
        "attention": (attention, (square, square)),
        "scan": (loop, (x,)),
    }
    function, args = functions[params.function]
    for block in all_passes(jax.jit(function), *args, label=params.function):
        yield block
        yield summary(block)


def summary(block: Passes) -> Note:
    """How many passes ran, and which changed the text, in their order."""
    if block.remark:
        return Note(text=block.remark)
    changing = list(dict.fromkeys(one.name for one in block.passes if one.change))
    return Note(text=f"Of {len(block.passes)} passes these changed the program: {', '.join(changing)}.")
