"""Which line takes the memory: the peak of a gradient, by the lines of Python that made what lives then.

    loss(W) = mean (tanh(x W₁) W₂ - y)²

Source: OpenXLA's report of live ranges; JAX documentation, "Gradient checkpointing", for what a gradient
keeps. Expect: arrays as large as the hidden layer, batch times hidden float32, live at the peak, and the line
that makes it leads; what came in as an argument has no line.
"""

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import Cell, Note, Output, Params, Table, experiment, programs
from jaxlive.lab.programs.phases import peak_by_line
from jaxlive.lab.programs.xla import Untold

INPUTS, HIDDEN, OUTPUTS = 16, 512, 4


# region slide
def loss(weights, x, y):
    into, out = weights
    hidden = jnp.tanh(x @ into)
    guess = hidden @ out
    return ((guess - y) ** 2).mean()


slope = jax.jit(jax.grad(loss))
# endregion slide


class MemoryByLineParams(Params):
    """How many examples the gradient sees at once."""

    batch: int = Field(
        4096, ge=64, le=100_000, description="examples at once", json_schema_extra={"unit": "examples"}
    )

    def bytes_needed(self) -> int:
        """Some hidden layers in float32."""
        return 16 * self.batch * HIDDEN


@experiment(title="Which line takes the memory", section="Compilation", typical_seconds=0.5)
def memory_by_line(params: MemoryByLineParams) -> Iterator[Output]:
    """Kilobytes at the peak by line, and the program."""
    weights = np.ones((INPUTS, HIDDEN), np.float32), np.ones((HIDDEN, OUTPUTS), np.float32)
    x, y = np.ones((params.batch, INPUTS), np.float32), np.ones((params.batch, OUTPUTS), np.float32)
    try:
        lines = peak_by_line(slope, weights, x, y)
    except Untold as untold:
        yield Note(text=str(untold))
        return
    whole = sum(lines.values())
    for program in programs(slope, weights, x, y):
        python = program.stages[0]
        source = dict(zip(python.lines, python.text.splitlines(), strict=True))
        rows: list[list[Cell]] = [
            [line, source.get(line, "").strip() if line else "arguments", size / 1000, size / whole]
            for line, size in lines.items()
        ]
        yield Table(label="at the peak", columns=["line", "made by", "kB", "share"], rows=rows)
        yield program
