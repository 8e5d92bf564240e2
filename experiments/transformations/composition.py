"""jit, vmap and grad compose in every order: the values are the same, the time is not.

    jit(vmap(grad(f))) = vmap(jit(grad(f))) = vmap(grad(jit(f))) = vmap(grad(f)) = grad(x -> Σ vmap(f)(x))

Source: Yu Yin, "JAX: A Brief Introduction", 2022, slide 23: vmap takes {xᵢ} to {f(xᵢ)}, and transformations
compose in any order.
Expect: equal values. With jit outermost everything is traced once; with jit inside, what is outside of it
runs as Python at every call. grad needs one number, so vmap goes outside of it, or a sum between them.
"""

from collections.abc import Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import grad, jit, vmap
from pydantic import Field

from jaxlive import (
    Array,
    Cell,
    Note,
    Output,
    Params,
    Printed,
    Table,
    Timings,
    Work,
    compare,
    eager,
    experiment,
    jitted,
    median_s,
    operations,
    programs,
    raises,
)

orders: dict[str, Any]
ladder: dict[str, Any]
program: Any


# region slide
def f(x):
    return jnp.tanh(x) * jnp.sin(x)


orders = {
    "jit outside": jit(vmap(grad(f))),
    "jit in vmap": vmap(jit(grad(f))),
    "jit in grad": vmap(grad(jit(f))),
    "no jit": vmap(grad(f)),
}
# endregion slide


# region rung
program = f
# endregion rung
ladder = {"f": program}

# region grad
program = grad(f)
# endregion grad
ladder["grad(f)"] = program

# region vmap
program = vmap(grad(f))
# endregion vmap
ladder["vmap(grad(f))"] = program

# region jit
program = jit(vmap(grad(f)))
# endregion jit
ladder["jit(vmap(grad(f)))"] = program


# region scalar
def refused(x):
    return grad(vmap(f))(x)


def summed(x):
    return vmap(f)(x).sum()


sums = {
    "grad of a sum": grad(summed),
    "jit of that": jit(grad(summed)),
}
# endregion scalar


class CompositionParams(Params):
    """How many numbers f is applied to."""

    length: int = Field(
        10_000, ge=2, le=10_000_000, description="numbers", json_schema_extra={"unit": "numbers"}
    )

    def bytes_needed(self) -> int:
        """Data, reference, results and the eager temporaries."""
        return 64 * self.length


@experiment(title="In any order", section="Transformations", typical_seconds=4)
def composition(params: CompositionParams) -> Iterator[Output]:
    """Values of six orders, the one that cannot be, time of four, and the rungs from f to all three."""
    x = np.linspace(1, 6, params.length, dtype=np.float32)
    yield same_values(x)
    yield raises("grad(vmap(f))", lambda: refused(x))
    variants = {
        name: jitted(order, x) if name == "jit outside" else eager(order, x) for name, order in orders.items()
    }
    double = x.astype(np.float64)
    timings = yield from compare(
        "time of each order",
        variants,
        reference=np.sin(double) / np.cosh(double) ** 2 + np.tanh(double) * np.cos(double),
        of="jit in vmap",
        over="jit outside",
        work=Work(flops=8 * x.size, bytes=2 * x.nbytes),  # (1 - tanh x · tanh x) · sin x + tanh x · cos x
    )
    yield place_of_jit(timings)
    yield from climb(x)
    yield from programs(ladder["jit(vmap(grad(f)))"], x)


def same_values(x: Array) -> Table:
    """What each order gives, and how far from the first it is anywhere."""
    results = {name: np.asarray(order(x)) for name, order in (orders | sums).items()}
    first = next(iter(results))
    rows: list[list[Cell]] = [
        [name, float(result[0]), float(result.mean()), float(np.max(np.abs(result - results[first])))]
        for name, result in results.items()
    ]
    columns = ["order", "first value", "mean", "apart by"]
    return Table(label="values of each order", columns=columns, rows=rows)


def place_of_jit(timings: Timings) -> Note:
    """What the place of jit is worth."""
    outside, within = (1e6 * median_s(timings, name) for name in ("jit outside", "jit in vmap"))
    return Note(text=f"{outside:,.0f} µs a call with jit outside, {within:,.0f} µs with jit inside of vmap.")


def climb(x: Array) -> Iterator[Output]:
    """The jaxpr of each rung, its equations and fusions; grad alone takes one number."""
    rows: list[list[Cell]] = []
    for name, rung in ladder.items():
        data = x if "vmap" in name else x[0]
        (compiled,) = programs(jit(rung), data)
        _, jaxpr, _, hlo = compiled.stages
        yield Printed(label=f"jaxpr of {name}", lines=jaxpr.text.splitlines())
        fusions = len(hlo.fusions)
        rows.append([name, f"{data.dtype}{list(data.shape)}", len(operations(rung, data)), fusions])
    columns = ["program", "input", "equations", "fusions compiled"]
    yield Table(label="the ladder", columns=columns, rows=rows)
