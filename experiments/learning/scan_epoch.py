"""Many steps of learning can be one program: a scan over batches instead of a loop in Python that waits.

    state, losses = scan(step, state, batches)

Source: Moritz Makowski, "JAX Capability Analysis", 2023, which waits for loss and accuracy of every step
with float(). Expect: the tuned scan wins, most for small batches, as it saves what a call costs. On a CPU
the scan of the network as it is loses, although it does the same: XLA brings convolutions into the form
of its fast kernels, but not those of the gradient inside of a loop. A convolution written as one matrix
product of patches has no such form to lose.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from experiments.learning.networks_flax import train_step
from experiments.learning.taken_apart import digits, start
from jaxlive import (
    Cell,
    Compile,
    Note,
    Output,
    Params,
    Table,
    Variant,
    compare,
    current_platform,
    experiment,
    median_s,
)
from jaxlive.lab.declare.environment import thread_count
from jaxlive.lab.measure.compiling import compile_split


# region slide
def step(graph, state, batch):
    from flax import nnx

    both = nnx.merge(graph, state)
    value, _ = train_step(*both, *batch)
    return nnx.state(both), value


def scan(step, state, batches):
    state, losses = jax.lax.scan(
        step, state, batches
    )  # fmt: skip
    return losses


# endregion slide


# region loop
def loop(step, graph, state, batches):
    from flax import nnx

    fresh = jax.device_put(state)  # steps change it
    model, optimizer = nnx.merge(graph, fresh)
    losses = []
    for x, y in zip(*batches, strict=True):
        both = step(model, optimizer, x, y)
        value, _ = map(float, both)  # waits for both
        losses.append(value)
    return np.array(losses, np.float32)


# endregion loop


class ScanEpochParams(Params):
    """How much is learned in one go."""

    steps: int = Field(8, ge=1, le=11, description="batches", json_schema_extra={"unit": "steps"})
    batch_size: int = Field(8, ge=1, le=128, description="images", json_schema_extra={"unit": "images"})

    def bytes_needed(self) -> int:
        """What float32 and float64 keep of a batch for its gradient, patches included."""
        return self.batch_size * 8**2 * (9 * 32 + 6 * 64) * 12


@experiment(
    title="An epoch as one program",
    section="Learning",
    typical_seconds=9,
    needs=("flax.nnx", "optax", "sklearn.datasets"),
)
def scan_epoch(params: ScanEpochParams) -> Iterator[Output]:
    """The same steps as a loop in Python and as one scan, of the network as it is and tuned."""
    batches = digits(params.steps, params.batch_size)
    as_it_is, tuned, state = start()
    label = f"{params.steps} steps of {params.batch_size} images"
    timings = yield from compare(
        "an epoch of digits",
        {
            "scan, tuned": scanned(tuned, state, batches),
            "loop": looped(as_it_is, state, batches),
            "scan": scanned(as_it_is, state, batches),
        },
        reference=in_float64(as_it_is, state, batches),
        of="loop",
        over="scan, tuned",
        budget_s=2.0,
    )
    rows: list[list[Cell]] = []
    for row in timings.rows:
        spent = row.compile
        compiling = spent.trace_s + spent.lower_s + spent.compile_s if spent else None
        rows.append([row.variant, params.steps / row.latency.median_s, compiling])
    yield Table(label="steps a second", columns=[label, "steps a second", "compile once (s)"], rows=rows)
    ratio = median_s(timings, "scan") / median_s(timings, "loop")
    yield Note(text=f"The network as it is takes {ratio:.1f} times as long in a scan as in a loop here.")


def scanned(graph: Any, state: Any, batches: Any) -> Variant:
    """All steps in one call."""
    placed, whole = jax.device_put(batches), jax.jit(partial(scan, partial(step, graph)))
    return variant("scan", partial(whole, state, placed), partial(compile_split, whole, state, placed))


def looped(graph: Any, state: Any, batches: Any) -> Variant:
    """A call for each step, which is waited for, of a batch that comes from NumPy."""
    from flax import nnx

    one, first = jax.jit(partial(step, graph)), tuple(part[0] for part in batches)
    compiling = partial(compile_split, one, state, first)  # what nnx.jit makes of train_step is the same
    return variant("loop", partial(loop, nnx.jit(train_step), graph, state, batches), compiling)


def variant(mode: str, call: Callable[[], Any], compiling: Callable[[], Compile]) -> Variant:
    """The losses of all steps."""
    return Variant(
        framework="jax",
        mode=mode,
        device=current_platform(),
        call=call,
        leaves=lambda losses: [np.asarray(losses)],
        threads=thread_count(),
        wait=jax.block_until_ready,
        compile=compiling,
    )


def in_float64(graph: Any, state: Any, batches: Any) -> Any:
    """The losses in double precision."""
    with jax.enable_x64(True):
        wide = jax.tree.map(doubled, (state, batches))
        return np.asarray(jax.jit(partial(scan, partial(step, graph)))(*wide))


def doubled(leaf: Any) -> Any:
    return leaf.astype(np.float64) if jnp.issubdtype(leaf.dtype, jnp.floating) else leaf
