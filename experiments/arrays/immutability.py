"""A JAX array never changes: what looks like an assignment is a new array with one part replaced.

    a[i] = y  becomes  a = a.at[i].set(y)

Sources: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024; Yu
Yin, "JAX: A Brief Introduction", 2022, slide 18.
Expect: TypeError for both assignments, in words that name the remedy; [9 1 2 3 4] and a row of ones from .at
and set, with the originals unchanged.
"""

from collections.abc import Iterator

import jax.numpy as jnp
import numpy as np

from jaxlive import Output, Params, experiment, raises, values


# region slide
def in_place(a):
    a[0] = 9
    return a


def updated(a):
    return a.at[0].set(9)


# endregion slide


# region rows
def row_in_place(x):
    x[1, :] = 1
    return x


def row_updated(x):
    return x.at[1, :].set(1)


# endregion rows


class ImmutabilityParams(Params):
    """Nothing but the device."""


@experiment(title="An array never changes", section="Arrays", typical_seconds=0.3)
def immutability(_: ImmutabilityParams) -> Iterator[Output]:
    """An element and a row: assigned in NumPy, refused by JAX, replaced in a new array."""
    a, x = jnp.arange(5), jnp.zeros((3, 4))
    yield values("NumPy, one element", in_place=in_place(np.arange(5)))
    yield raises("a[0] = 9", lambda: in_place(a))
    yield values("JAX, one element", updated=updated(a), original=a)
    yield values("NumPy, one row", in_place=row_in_place(np.zeros((3, 4))))
    yield raises("x[1, :] = 1", lambda: row_in_place(x))
    yield values("JAX, one row", updated=row_updated(x), original=x)
