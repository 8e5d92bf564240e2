"""JAX doesn't raise for an index out of bounds: a read gives the nearest element, a write does nothing.

Compiled code raises no exception for a value by itself, so JAX defines what happens instead.
Sources: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024; Alex
McKinney, "On Learning JAX", 2023. https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html
Expect: IndexError in NumPy and 4 in JAX at index 10 of [0, 1, 2, 3, 4]; 6 at index 10000 of [0, 2, 4, 6]; a
write at index 10 changes nothing; mode="fill" reads NaN from floats, mode="clip" writes to the last element.
"""

from collections.abc import Iterator
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np

from jaxlive import Cell, Note, Output, Params, Table, experiment, raises, values

Mode = Literal["promise_in_bounds", "clip", "fill", "drop"] | None
MODES: tuple[Mode, ...] = (None, "promise_in_bounds", "clip", "fill", "drop")


# region slide
def read(a):
    return a[10]


def write(a):
    return a.at[10].set(9)


# endregion slide


# region modes
def get_in(a, mode):
    return a.at[10].get(mode=mode)


def set_in(a, mode):
    return a.at[10].set(9, mode=mode)


def marked(a):
    return a.at[10].get(
        mode="fill",
        fill_value=-1,
    )


# endregion modes


class OutOfBoundsParams(Params):
    """Nothing but the device."""


@experiment(title="Out of bounds, and no error", section="Arrays", typical_seconds=0.9)
def out_of_bounds(_: OutOfBoundsParams) -> Iterator[Output]:
    """Index 10 of five elements, read and written, then the same in each mode."""
    a, evens = jnp.arange(5), jnp.array([0, 2, 4, 6])
    yield raises("NumPy, index 10", lambda: read(np.arange(5)))
    yield values("JAX, reads", index_10=read(a), index_10000=evens[10000], index_minus_7=a[-7])
    yield values("JAX, writes", index_10=write(a), index_10_add=a.at[10].add(9), original=a)
    yield from modes(a, jnp.arange(5.0))
    slope = jax.grad(read)(jnp.arange(5.0))
    yield values("gradient of the read", slope=slope)
    yield Note(text=in_words(int(read(a)), a, slope))


def modes(integers: jax.Array, floats: jax.Array) -> Iterator[Output]:
    """What each mode reads and writes at index 10."""
    rows: list[list[Cell]] = [
        [
            mode or "none given",
            str(get_in(integers, mode)),
            str(get_in(floats, mode)),
            str(set_in(integers, mode)),
        ]
        for mode in MODES
    ]
    rows.append(["fill, with −1", str(marked(integers)), str(marked(floats)), None])
    yield Table(label="modes", columns=["mode", "read int", "read float", "write 9"], rows=rows)


def in_words(got: int, a: jax.Array, slope: jax.Array) -> str:
    """Which element was read in place of the one that is not there, and that its gradient goes there too."""
    at, to = int(jnp.argmax(a == got)), int(jnp.argmax(slope))
    return f"Index 10 of {a.size} elements reads element {at} in silence; its gradient goes to element {to}."
