"""NumPy and jax.numpy: same calls, same values, but other types and narrower dtypes.

    x = [0, 1, 2, 3]:        2x + (x + 1) = [1, 4, 7, 10]        2x · (x + 1) = 40

Sources: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024; Alex
McKinney, "On Learning JAX", 2023. The first printed a type jaxlib.xla_extension.ArrayImpl, which has moved.
Expect: equal values from all calls; 32 bits in JAX where NumPy takes 64; float64 in JAX once x64 is on, and
until then a request for it gets float32 and a warning.
"""

import warnings
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlive import Cell, Note, Output, Params, Printed, Table, experiment, values


# region slide
def made(xp):
    rows = [[1, 2, 3], [4, 5, 6]]
    return {
        "array": xp.array(rows),
        "arange": xp.arange(5),
        "zeros": xp.zeros(2),
        "linspace": xp.linspace(0, 2, 9)
    }  # fmt: skip


# endregion slide


# region arithmetic
def arithmetic(xp):
    x = xp.arange(4)
    a, b = 2 * x, x + 1
    return {
        "doubled": a,
        "plus_one": b,
        "sum": a + b,
        "dot": xp.dot(a, b),
        "outer": xp.outer(a, b),
    }


# endregion arithmetic


# region types
def zeros(xp):
    return xp.zeros((2, 3))


def wide_zeros(xp):
    return xp.zeros((2, 3), "float64")


def with_x64(xp):
    with jax.enable_x64(True):
        return xp.zeros((2, 3))


# endregion types


class SameApiParams(Params):
    """Nothing but the device."""


@experiment(title="NumPy's interface, JAX's arrays", section="Arrays", typical_seconds=0.4)
def same_api(_: SameApiParams) -> Iterator[Output]:
    """What both libraries make and compute, then what kind of arrays these are."""
    yield values("made by NumPy", **made(np))
    yield values("made by JAX", **made(jnp))
    yield values("computed by NumPy", **arithmetic(np))
    yield values("computed by JAX", **arithmetic(jnp))
    yield from side_by_side()
    yield from kinds()


def side_by_side() -> Iterator[Output]:
    """Dtypes of all results in both libraries, and whether the values are equal."""
    numpys, jaxes = made(np) | arithmetic(np), made(jnp) | arithmetic(jnp)
    rows: list[list[Cell]] = [
        [name, str(one.dtype), str(jaxes[name].dtype), np.array_equal(one, jaxes[name])]
        for name, one in numpys.items()
    ]
    yield Table(label="side by side", columns=["result", "NumPy", "JAX", "equal values"], rows=rows)
    equal, other = sum(row[3] is True for row in rows), sum(row[1] != row[2] for row in rows)
    yield Note(text=f"Of {len(rows)} results {equal} have equal values, and {other} differ in dtype.")


def kinds() -> Iterator[Output]:
    """Type and dtype of a 2 by 3 array of zeros, and what JAX says when float64 is asked for."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        rows: list[list[Cell]] = [
            ["type", in_full(type(zeros(np))), in_full(type(zeros(jnp)))],
            ["dtype", *dtypes(zeros)],
            ["float64 asked for", *dtypes(wide_zeros)],
            ["with x64 on", *dtypes(with_x64)],
        ]
    yield Table(label="types", columns=["zeros((2, 3))", "NumPy", "JAX"], rows=rows)
    said = [f"{one.category.__name__}: {one.message}" for one in warned]
    yield Printed(label="JAX warns", lines=[line for text in said for line in wrap(text, 48)])


def dtypes(function: Any) -> list[Cell]:
    """The dtype that each library gives."""
    return [str(function(xp).dtype) for xp in (np, jnp)]


def in_full(kind: type) -> str:
    """A type with its module."""
    return f"{kind.__module__}.{kind.__qualname__}"
