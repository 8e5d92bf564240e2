"""jax.checkpoint saves memory in a gradient: it keeps a layer's input and computes the rest again.

    x ← sin(tanh(x W)),  layer by layer

The gradient needs values from the way forward, its residuals: here three or four arrays of a layer, by the
version of JAX. With checkpoint a layer keeps one, its input, and runs a second time on the way back: four
matrix products in place of three.
Sources: https://docs.jax.dev/en/latest/gradient-checkpointing.html; Chen et al., "Training Deep Nets with
Sublinear Memory Cost", 2016, https://arxiv.org/abs/1604.06174
Expect: the same gradient with about a third of the memory and 4/3 of the FLOPs, where the layers are a scan.
Unrolled, it is XLA's choice: JAX writes barriers that keep the second run apart, but on a CPU the compiler of
jax 0.10.2 drops them and merges both runs, so nothing changes; that of 0.11.2 saves half of the memory.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.stages import Compiled
from pydantic import Field

from jaxlive import Array, Cell, Output, Params, Printed, Table, experiment, values
from jaxlive.lab.programs.analyses import estimates, residuals, temporary_bytes


# region slide
def layer(x, w):
    return jnp.sin(jnp.tanh(x @ w))


def loss(layer, ws, x):
    def step(x, w):
        return layer(x, w), None

    x, _ = lax.scan(step, x, ws)
    return x.sum()


light = jax.checkpoint(layer)
# endregion slide


# region unrolled
def unrolled(layer, ws, x):
    for w in ws:
        x = layer(x, w)
    return x.sum()


# endregion unrolled


class RematParams(Params):
    """How large the network is."""

    batch: int = Field(1024, ge=8, le=65_536, description="examples", json_schema_extra={"unit": "examples"})
    width: int = Field(
        64, ge=8, le=1024, description="numbers in each example", json_schema_extra={"unit": "numbers"}
    )
    layers: int = Field(16, ge=2, le=64, description="layers", json_schema_extra={"unit": "layers"})

    def bytes_needed(self) -> int:
        """Weights and their gradients in both precisions, and up to twelve arrays of each layer's size."""
        return self.layers * (48 * self.batch * self.width + 32 * self.width**2)


@experiment(title="Compute again, keep less", section="Transformations", typical_seconds=3.5)
def remat(params: RematParams) -> Iterator[Output]:
    """What is kept of two layers; for a scan and unrolled, both gradients, their memory and their FLOPs."""
    ws, x = data(params)
    for label, one in {"plain keeps": layer, "checkpoint keeps": light}.items():
        yield Printed(label=label, lines=residuals(partial(unrolled, one), list(ws[:2]), x))
    rows: list[list[Cell]] = []
    saved: dict[str, float] = {}
    for name, network in {"scan": loss, "unrolled": unrolled}.items():
        plain, again = (compiled(network, one, ws, x) for one in (layer, light))
        rows.append([name, megabytes(plain), megabytes(again), more_flops(again, plain)])
        saved[name] = megabytes(plain) / megabytes(again)
        slope, apart = plain(ws, x), abs(plain(ws, x) - again(ws, x))
        yield values(f"gradient, {name}", largest=abs(slope).max(), largest_difference=apart.max())
    columns = ["layers are", "plain, MB", "checkpoint, MB", "FLOPs, times"]
    yield Table(label="memory and FLOPs", columns=columns, rows=rows)
    yield values("memory, plain over checkpoint", **saved)


def data(params: RematParams) -> tuple[Array, Array]:
    """Weights of all layers, and a batch."""
    draw = np.random.default_rng(0).standard_normal
    ws = draw((params.layers, params.width, params.width)) / np.sqrt(params.width)
    return ws.astype(np.float32), draw((params.batch, params.width)).astype(np.float32)


def compiled(network: Callable[..., Any], one: Callable[..., Any], ws: Array, x: Array) -> Compiled:
    """The gradient with respect to the weights."""
    return jax.jit(jax.grad(partial(network, one))).lower(ws, x).compile()


def megabytes(gradient: Compiled) -> float:
    """What XLA reserves for arrays that are neither argument nor result."""
    return temporary_bytes(gradient) / 1e6


def more_flops(one: Compiled, other: Compiled) -> float | None:
    """How many times the other's FLOPs one has. On a CPU XLA counts the body of a loop once, in both."""
    counts = [told.flops for told in map(estimates, (one, other)) if told and told.flops]
    return counts[0] / counts[1] if len(counts) == 2 else None
