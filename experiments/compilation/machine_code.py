"""Below HLO each fusion becomes a loop in LLVM's language, and then instructions of this processor.

    polynomial(x) = 2 x³ + 3 x² + 4 x + 1        chain(x) = 0.2 x + sin x + cos 2x

Source: OpenXLA, "XLA:CPU" (openxla.org). Expect: the polynomial is one loop over vectors, with no call in it,
and fused multiply-adds where the processor has them; the sines and cosines of the chain are LLVM's, on
vectors too, and in the assembly they are calls of a mathematical library unless LLVM has them on vectors; of
attention the product is a library's, so that only the division and the product after it have kernels.
"""

from collections.abc import Iterator
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import Array, Output, Params, experiment
from jaxlive import machine_code as kernels

LENGTH, SIDE = 1024, 64


# region slide
def polynomial(x):
    y = 2 * x + 3
    y = y * x + 4
    return y * x + 1


def chain(x):
    y = 0.2 * x
    y = y + jnp.sin(x)
    return y + jnp.cos(2 * x)


def attention(q, k):
    scores = q @ k.T / 8
    return jax.nn.softmax(scores)


# endregion slide


class MachineCodeParams(Params):
    """Which function is compiled."""

    function: Literal["polynomial", "chain", "attention"] = Field(
        "polynomial", description="what is compiled down to the machine"
    )


@experiment(title="Down to the machine", section="Compilation", typical_seconds=0.5)
def machine_code(params: MachineCodeParams) -> Iterator[Output]:
    """HLO, LLVM IR and assembly, or PTX on a GPU, of each kernel."""
    x = np.linspace(0, 1, LENGTH, dtype=np.float32)
    square = np.ones((SIDE, SIDE), np.float32)
    functions: dict[str, tuple[Any, tuple[Array, ...]]] = {
        "polynomial": (polynomial, (x,)),
        "chain": (chain, (x,)),
        "attention": (attention, (square, square)),
    }
    function, args = functions[params.function]
    yield from kernels(jax.jit(function), *args, label=params.function)
