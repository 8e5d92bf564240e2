"""Operation by operation, Python leads and XLA waits: the timeline has gaps, which jit closes.

Source: JAX documentation, "Asynchronous dispatch" and "Profiling computation". Expect: six operations in an
eager call and one in a jitted one; with some ten thousand elements nothing runs for a larger share of the
eager call, with a million both are busy. These are shares of traced calls, which take longer than plain ones.
"""

from collections.abc import Iterator

import jax
import jax.numpy as jnp
from pydantic import Field

from jaxlive import Cell, Output, Params, Table, Timeline, experiment, timeline


# region slide
def f(x):
    y = 0.2 * x
    y = y + jnp.sin(x)
    return y + jnp.cos(2 * x)


f_jit = jax.jit(f)
# endregion slide


class GapsParams(Params):
    """How long the array is."""

    array_length: int = Field(
        10_000, ge=100, le=10_000_000, description="elements", json_schema_extra={"unit": "elements"}
    )


@experiment(title="Gaps between operations", section="Compilation", typical_seconds=1)
def gaps(params: GapsParams) -> Iterator[Output]:
    """The timelines of eager and jitted calls, and the share of them in which nothing ran."""
    x = jnp.linspace(0, 1, params.array_length)
    blocks = [
        block
        for label, function in (("eager", f), ("jit", f_jit))
        for block in timeline(function, x, label=label)
    ]
    yield from blocks
    rows: list[list[Cell]] = [
        [block.label, operations(block) / block.calls, None if block.busy is None else 1 - block.busy]
        for block in blocks
    ]
    columns = ["called", "operations a call", "share of the time in which nothing runs"]
    yield Table(label="gaps", columns=columns, rows=rows)


def operations(block: Timeline) -> int:
    """HLO instructions that ran."""
    return sum(event.hlo is not None for lane in block.lanes for event in lane.events)
