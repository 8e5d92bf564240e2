"""A million throws on all devices: shard the throws, keep the function, and one number crosses.

    mean landing = 1/n · Σ over devices of the sum of their own landings

Expect: the same mean on one device and on eight, up to rounding; an eighth of the throws on each; one
all-reduce in the optimised program, of one float, as the flights share nothing. Without GPUs, JAX divides
the processor into eight devices, which share its cores: this shows how to write it, not what it gains.
"""

from collections.abc import Iterator

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P
from pydantic import Field

from experiments.helpers.placement import placement
from experiments.throw.flight import ANGLE, SPEED, landing
from jaxlive import Array, Note, Output, Params, Program, current_platform, experiment, programs, values
from jaxlive.lab.programs.hlo import collectives


# region slide
@jax.jit
def mean_landing(angles, speeds):
    many = jax.vmap(landing)
    return many(angles, speeds).mean()


def split(throws, mesh):
    rows = P("devices")
    where = NamedSharding(mesh, rows)
    return jax.device_put(throws, where)


# endregion slide


class ThrowsOnDevicesParams(Params):
    """How many throws, over all devices."""

    throws: int = Field(
        1_048_576,
        ge=1024,
        le=4_194_304,
        multiple_of=1024,
        description="divided among the devices",
        json_schema_extra={"unit": "throws"},
    )

    def bytes_needed(self) -> int:
        """Angles and speeds twice, and the state of each ball with temporaries."""
        return 4 * self.throws * 16


@experiment(
    title="A million throws",
    section="Throw",
    typical_seconds=6,
    environment={"JAX_NUM_CPU_DEVICES": "8"},
)
def throws_on_devices(params: ThrowsOnDevicesParams) -> Iterator[Output]:
    """Who throws what, the mean on one device and on all, and what crosses between them."""
    devices = jax.devices(current_platform())
    throws = hands(params.throws)
    parts = [split(part, Mesh(np.array(devices), ("devices",))) for part in throws]
    yield placement("who throws what", parts[0], unit="throw")
    yield values(
        "mean landing, in metres", all_devices=mean_landing(*parts), one_device=mean_landing(*throws)
    )
    for program in programs(mean_landing, *parts):
        yield program
        yield Note(text=crossing(program, len(devices)))


def hands(count: int) -> list[Array]:
    """Angles and speeds of throws by hand, which strays by 5 % from what it should do."""
    draw = np.random.default_rng(0).standard_normal((2, count), np.float32)
    return [right * (1 + 0.05 * aside) for right, aside in zip((ANGLE, SPEED), draw, strict=True)]


def crossing(program: Program, devices: int) -> str:
    """How many sums over devices the optimised program has, and of what."""
    sums = [one.type for one in collectives(program.stages[-1].text) if one.name == "all-reduce"]
    of = f", of {', '.join(sums)}" if sums else ""
    where = f"{devices} devices" if devices > 1 else "one device"
    return f"The optimised program for {where} has {len(sums)} all-reduce{of}."
