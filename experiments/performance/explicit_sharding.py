"""With explicit sharding the type says where the data lie, and an ambiguous sum is an error, not a guess.

    gradient of mean((x w − y)²) = 2/n · (x w − y)ᵀ x,       x and y split by rows

Source: https://docs.jax.dev/en/latest/notebooks/explicit-sharding.html. Automatic axes leave the layout to
the compiler; the axes that `jax.make_mesh` makes are explicit by default.
Expect: `float32[64@devices,16]` in place of `float32[64,16]`. The gradient sums over rows, so it could lie
whole on all devices or in parts: the automatic mesh picks one, the explicit one raises a ShardingTypeError
until `out_sharding` tells. All ways have the same values and one all-reduce.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh
from jax.sharding import PartitionSpec as P

from jaxlive import Array, Cell, Note, Output, Params, Table, current_platform, experiment, programs, raises
from jaxlive.lab.programs.hlo import collectives
from jaxlive.lab.programs.stages import optimised


# region slide
def gradient(w, x, y):
    miss = x @ w - y
    return 2 / len(y) * (miss @ x)


def told(w, x, y, where):
    miss = x @ w - y
    total = jnp.matmul(
        miss, x, out_sharding=where
    )  # fmt: skip
    return 2 / len(y) * total


# endregion slide


class ExplicitShardingParams(Params):
    """Nothing but the device."""


@experiment(
    title="Sharding in the type",
    section="Performance",
    typical_seconds=2.5,
    environment={"JAX_NUM_CPU_DEVICES": "8"},
)
def explicit_sharding(_: ExplicitShardingParams) -> Iterator[Output]:
    """What the types say, the sum that is refused, what each way gives, and the types in the program."""
    devices = jax.devices(current_platform())
    w, x, y = data(len(devices))
    automatic, explicit = (mesh(devices, kind) for kind in (AxisType.Auto, AxisType.Explicit))
    types = [typed(w, x, y, each) for each in (automatic, explicit)]
    rows: list[list[Cell]] = [[name, *(each[name] for each in types)] for name in types[0]]
    yield Table(label="types", columns=["value", "automatic", "explicit"], rows=rows)
    with jax.set_mesh(explicit):
        yield raises("explicit", lambda: gradient(*split(w, x, y)))
    yield from cured(w, x, y, automatic, explicit)
    default = jax.make_mesh((len(devices),), ("devices",), devices=devices).axis_types[0].name
    yield Note(text=f"jax {jax.__version__}: the axes of jax.make_mesh are {default.lower()} by default.")


def data(devices: int) -> tuple[Array, Array, Array]:
    """Weights, 8 rows for each device of 2 features for each device, and targets."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((8 * devices, 2 * devices), np.float32)
    w, true = rng.standard_normal((2, 2 * devices), np.float32)
    return w, x, x @ true


def mesh(devices: Any, kind: AxisType) -> Mesh:
    """All devices in a row, with an axis of this kind."""
    return jax.make_mesh((len(devices),), ("devices",), axis_types=(kind,), devices=devices)


def split(w: Array, x: Array, y: Array) -> tuple[Any, ...]:
    """On the mesh of the context: the weights on every device, rows and targets in parts."""
    return jax.device_put(w, P()), jax.device_put(x, P("devices")), jax.device_put(y, P("devices"))


def typed(w: Array, x: Array, y: Array, on: Mesh) -> dict[str, str]:
    """The types of the data and of what is computed from them on a mesh."""
    with jax.set_mesh(on):
        w, x, y = split(w, x, y)
        shown = {"w": w, "x": x, "sin(x)": jnp.sin(x), "x.T": x.T, "x @ w − y": x @ w - y}
        return {name: str(jax.typeof(value)) for name, value in shown.items()}


def cured(w: Array, x: Array, y: Array, automatic: Mesh, explicit: Mesh) -> Iterator[Output]:
    """The gradient where the compiler picks, and where it's told: its type, what crosses, its error."""
    ways: dict[str, tuple[Mesh, Callable[..., Any]]] = {
        "automatic": (automatic, gradient),
        "P()": (explicit, partial(told, where=P())),
        'P("devices")': (explicit, partial(told, where=P("devices"))),
    }
    rows, right = list[list[Cell]](), gradient(*(part.astype(np.float64) for part in (w, x, y)))
    for name, (on, function) in ways.items():
        with jax.set_mesh(on):
            compiled, parts = jax.jit(function), split(w, x, y)
            result, text = compiled(*parts), optimised(compiled, *parts)
        crosses = ", ".join(one.name for one in collectives(text)) or "nothing"
        error = float(np.abs(np.asarray(result) - right).max())
        rows.append([name, str(jax.typeof(result)), crosses, error])
    yield Table(label="the sum", columns=["out_sharding", "gradient", "crosses", "error"], rows=rows)
    with jax.set_mesh(explicit):
        yield from programs(jax.jit(partial(told, where=P())), *split(w, x, y))
