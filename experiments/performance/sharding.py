"""One program on many devices: shard the data, and the compiler or you place the one sum that crosses them.

    gradient of mean((x w − y)²) = 2/n · Σ over devices of xᵢᵀ (xᵢ w − yᵢ)

Sources: Alex McKinney, "On Learning JAX", 2023 (pmap); Marie-Hélène Burle, "Accelerated array computing and
flexible differentiation with JAX", 2024 (vmap, pmap).
Expect: the same gradient on one device and on all, whoever placed the sum. pmap, the way of the sources, is
shard_map today. Without GPUs, JAX divides the processor into eight devices, which share its cores: this shows
how to write it, not what it gains.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P
from pydantic import Field

from experiments.helpers.placement import placement
from jaxlive import (
    Array,
    Note,
    Output,
    Params,
    Program,
    Work,
    compare,
    current_platform,
    experiment,
    jitted,
    programs,
    values,
)
from jaxlive.lab.programs.hlo import collectives

FEATURES = 256


# region slide
@jax.jit
def gradient(w, x, y):
    return 2 / len(y) * (x @ w - y) @ x


def split(x, mesh):
    rows = P("devices")
    where = NamedSharding(mesh, rows)
    return jax.device_put(x, where)


# endregion slide


# region hand
def by_hand(mesh):
    def mean(w, x, y):
        own = gradient(w, x, y)
        return jax.lax.pmean(own, "devices")

    parts = (P(), P("devices"), P("devices"))
    spread = partial(jax.shard_map, mesh=mesh)
    f = spread(mean, in_specs=parts, out_specs=P())
    return jax.jit(f)


# endregion hand


# region pmap
def square(part):
    return part**2


def squares(x):
    return jax.pmap(square)(x)


def squares_now(x, mesh):
    rows = P("devices")
    spread = partial(jax.shard_map, mesh=mesh)
    f = spread(square, in_specs=rows, out_specs=rows)
    return f(x)


# endregion pmap


class ShardingParams(Params):
    """How many rows the data have, over all devices."""

    rows: int = Field(
        65_536,
        ge=1024,
        le=4_194_304,
        multiple_of=1024,
        description="rows of 256 float32 features, divided among the devices",
        json_schema_extra={"unit": "rows"},
    )

    def bytes_needed(self) -> int:
        """The data on one device and on all, and a reference in float64."""
        return 4 * FEATURES * self.rows * 4


@experiment(
    title="One program, many devices",
    section="Performance",
    typical_seconds=4,
    environment={"JAX_NUM_CPU_DEVICES": "8"},
)
def sharding(params: ShardingParams) -> Iterator[Output]:
    """pmap and its successor, who holds what, the same gradient three times, the sum in the program."""
    devices = jax.devices(current_platform())
    mesh = Mesh(np.array(devices), ("devices",))
    count = np.arange(len(devices), dtype=np.float32)
    yield values("squares, one on each device", pmap=squares(count), shard_map=squares_now(count, mesh))
    w, x, y = data(params.rows)
    yield placement("who holds what", split(x, mesh), unit="row")
    parts: list[Any] = [jax.device_put(w, NamedSharding(mesh, P())), split(x, mesh), split(y, mesh)]
    yield from compare(
        "the same gradient",
        {
            "one device": jitted(gradient, w, x, y),
            "by the compiler": jitted(gradient, *parts),
            "by hand": jitted(by_hand(mesh), *parts),
        },
        reference=reference(w, x, y),
        of="by the compiler",
        over="one device",
        work=Work(flops=4 * x.size, bytes=x.nbytes + y.nbytes),  # x times w, and x again, read once
    )
    for program in programs(by_hand(mesh), *parts, label="by hand"):
        yield program
        yield Note(text=volume(program, len(devices), w.nbytes))


def data(rows: int) -> tuple[Array, Array, Array]:
    """Weights, rows, and targets that other weights would give."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((rows, FEATURES), np.float32)
    w, true = rng.standard_normal((2, FEATURES), np.float32)
    return w, x, x @ true


def reference(w: Array, x: Array, y: Array) -> Array:
    """The gradient in float64, by NumPy."""
    w, x, y = (part.astype(np.float64) for part in (w, x, y))
    gradient: Array = 2 / len(y) * (x @ w - y) @ x
    return gradient


def volume(program: Program, devices: int, size: int) -> str:
    """What ring all-reduces send (Patarasuk and Yuan, 2009): 2 (p − 1) / p times the array, per device."""
    sums = [one.name for one in collectives(program.stages[-1].text)].count("all-reduce")
    sent = sums * 2 * (devices - 1) / devices * size
    where = f"{devices} devices" if devices > 1 else "one device"
    return f"{sums} all-reduce over {where}: each sends {sent:,.0f} bytes, whatever the number of rows."
