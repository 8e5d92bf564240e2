"""jit turns six loops into one.

    f(x) = 0.2 x + sin x + cos 2x

Source: Moritz Makowski, "JAX Capability Analysis", 2023.
Expect: the same values with and without jit, up to the rounding of float16; and on large arrays jit is some
times faster than eager.
"""

from collections.abc import Generator, Iterator

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from experiments.helpers.typed import typed_jit
from jaxlive import (
    Append,
    Array,
    Axis,
    Note,
    Output,
    Params,
    Point,
    Series,
    Timings,
    Work,
    compare,
    eager,
    experiment,
    jitted,
    last,
    numpy,
    programs,
    pytorch,
    torch_problem,
    values,
)


# region slide
def f(x):
    y = 0.2 * x
    y = y + jnp.sin(x)
    return y + jnp.cos(2 * x)


f_jit = jax.jit(f)
# endregion slide


# region typed
@typed_jit
def f_typed(x: jax.Array) -> jax.Array:
    return f(x)


# endregion typed


# region others
def f_numpy(x):
    y = 0.2 * x + np.sin(x)
    return y + np.cos(2 * x)


def f_torch(x):
    import torch

    y = 0.2 * x + torch.sin(x)
    return y + torch.cos(2 * x)


# endregion others


class JitParams(Params):
    """How long the array is."""

    array_length: int = Field(
        1_000_000,
        ge=1000,
        le=100_000_000,
        description="elements; the series adds a tenth, a hundredth and a thousandth of it",
        json_schema_extra={"unit": "elements"},
    )

    def bytes_needed(self) -> int:
        """Reference and temporaries in float64, data and results of four sides in float32."""
        return 64 * self.array_length


@experiment(title="One loop instead of six", section="Compilation", typical_seconds=7)
def jit(params: JitParams) -> Iterator[Output]:
    """Equal values, speed at one size and at four, and the program."""
    x = np.linspace(0, 4 * np.pi, params.array_length, dtype=np.float32)
    yield from same_values()
    if problem := torch_problem():
        yield Note(text=f"Without PyTorch: {problem}")
    timings = yield from sides(x)
    yield from programs(f_jit, x)
    yield from sizes(timings, x.size)


def same_values() -> Iterator[Output]:
    """Six float16 values. The fused loop may round at other points than six loops do."""
    x = jnp.linspace(0, 4 * jnp.pi, 6, dtype=jnp.float16)
    plain, *jitted_values = (np.asarray(function(x)) for function in (f, f_jit, f_typed))
    yield values("six float16 values", x=x, f=plain, f_jit=jitted_values[0], f_typed=jitted_values[1])
    units = np.max(np.abs(np.stack(jitted_values) - plain) / np.spacing(np.abs(plain)))
    same = "the same values" if units == 0 else f"the same up to {units:.0f} units of float16's last place"
    yield Note(text=f"With and without jit: {same}.")


def sides(x: Array, budget_s: float = 2.0) -> Generator[Timings, None, Timings]:
    """The formula in what this machine has: 6 FLOPs an element, which is read once and written once."""
    variants = {"numpy": numpy(f_numpy, x), "eager": eager(f, x), "jit": jitted(f_jit, x)}
    if torch_problem() is None:
        variants["torch"] = pytorch(f_torch, x)
    return compare(
        f"{x.size:,} elements",
        variants,
        reference=f_numpy(x.astype(np.float64)),
        of="eager",
        over="jit",
        work=Work(flops=6 * x.size, bytes=2 * x.nbytes),
        budget_s=budget_s,
    )


def sizes(largest: Timings, length: int) -> Iterator[Output]:
    """Four sizes, each ten times the one before; the largest was measured already."""
    label = "time of a call"
    y = Axis(label=label, unit="s", scale="log")
    yield Series(label=label, x=Axis(label="elements", scale="log"), y=y)
    for part in (1000, 100, 10, 1):
        x = np.linspace(0, 4 * np.pi, length // part, dtype=np.float32)
        timings = last(sides(x, budget_s=0.3)) if part > 1 else largest
        points = [Point(line=row.variant, x=x.size, y=row.latency.median_s) for row in timings.rows]
        yield Append(label=label, points=points)
