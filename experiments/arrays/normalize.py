"""Standardise each row (mean 0, std 1) in NumPy and in JAX, with the same dtype.

    y[i, j] = (x[i, j] - mean of row i) / deviation of row i

Source: Yu Yin, "JAX: A Brief Introduction", 2022, slides 8 and 9: 1.81 s in NumPy, 410 ms in JAX and
218 ms with jit for 10,000 x 10,000. There NumPy works in float64, JAX in float32, and keepdims is missing.
Expect: the dtype explains much of that gap; jit passes over memory fewer times than eager; and without
keepdims a square matrix is normalised by the wrong rows, in silence.
"""

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import (
    Note,
    Output,
    Params,
    Table,
    Work,
    compare,
    eager,
    experiment,
    jitted,
    median_s,
    numpy,
    programs,
    raises,
    values,
)


# region slide
def norm(x):
    x = x - x.mean(1, keepdims=True)
    return x / x.std(1, keepdims=True)


fast_norm = jax.jit(norm)
# endregion slide


# region trap
def careless_norm(x):
    return (x - x.mean(1)) / x.std(1)


# endregion trap


class NormalizeParams(Params):
    """How large the matrix is."""

    size: int = Field(
        2000, ge=2, le=10_000, description="rows, and columns", json_schema_extra={"unit": "rows"}
    )

    def bytes_needed(self) -> int:
        """Data and reference in float64; data, results and temporaries in float32: 64 bytes an element."""
        return 64 * self.size**2


@experiment(title="Same dtype, then compare", section="Arrays", typical_seconds=5)
def normalize(params: NormalizeParams) -> Iterator[Output]:
    """The comparison at equal dtype, the unlike one beside it, the program and the broadcasting trap."""
    double = np.random.default_rng(0).standard_normal((params.size, params.size))
    single = double.astype(np.float32)
    alike = yield from compare(
        "float32",
        {"numpy": numpy(norm, single), "eager": eager(norm, single), "jit": jitted(fast_norm, single)},
        reference=norm(single.astype(np.float64)),
        of="numpy",
        over="eager",
        work=Work(flops=7 * single.size, bytes=2 * single.nbytes),
    )
    unlike = yield from compare(
        "float64",
        {"numpy": numpy(norm, double)},
        reference=norm(double),
        work=Work(flops=7 * double.size, bytes=2 * double.nbytes),
        budget_s=1.0,
    )
    yield from dtype_lesson(median_s(unlike, "numpy"), median_s(alike, "numpy"), median_s(alike, "eager"))
    yield from programs(fast_norm, single)
    yield from broadcasting_trap()


def dtype_lesson(numpy64: float, numpy32: float, jax32: float) -> Iterator[Output]:
    """How much of NumPy in float64 against JAX in float32 is the dtype, and how much the library."""
    yield Table(
        label="float64 against float32",
        columns=["time of", "over time of", "same work", "ratio"],
        rows=[
            ["NumPy float64", "JAX float32", False, numpy64 / jax32],
            ["NumPy float64", "NumPy float32", False, numpy64 / numpy32],
            ["NumPy float32", "JAX float32", True, numpy32 / jax32],
        ],
    )
    yield Note(
        text=f"NumPy in float64 over JAX in float32 is {numpy64 / jax32:.1f}, of which the dtype alone is "
        f"{numpy64 / numpy32:.1f}; at equal dtype, without jit, {numpy32 / jax32:.1f} is left."
    )


def broadcasting_trap() -> Iterator[Output]:
    """Without keepdims: an error where rows and columns differ in number, wrong values where they do not."""
    oblong, square = np.arange(6.0).reshape(2, 3), np.arange(25.0).reshape(5, 5)
    yield raises("NumPy, 2 by 3", lambda: careless_norm(oblong))
    yield raises("JAX, 2 by 3", lambda: careless_norm(jnp.asarray(oblong)))
    careless, right = careless_norm(jnp.asarray(square)), norm(jnp.asarray(square))
    yield values("5 by 5", right=right, careless=careless, largest_error=jnp.abs(careless - right).max())
