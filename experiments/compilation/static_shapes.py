"""Shapes are known while tracing, values are not: a shape made from a traced value is an error.

Sources: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024;
Alex McKinney, "On Learning JAX", 2023, with the example ones(length) · val that he links to.
Expect: TypeError "Shapes must be 1D sequences of concrete values of integer type" for a shape computed by
jnp and for a traced length; six ones when NumPy computes it from the static shape; and with a static length
[2 2 2 2 2], ten ones and fours, at the price of a trace and a compilation for each length.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import jit

from jaxlive import Output, Params, Table, experiment, raises, values
from jaxlive.lab.measure.watching import Calls, runs, table, watched


# region slide
@jax.jit
def flat_by_jnp(x):
    size = jnp.prod(jnp.array(x.shape))
    return x.reshape(size)


@jax.jit
def flat_by_numpy(x):
    return x.reshape(np.prod(x.shape))


# endregion slide


# region length
def fill(val, length):
    return jnp.full((length,), val)


fill_jit = jit(fill)
fill_fixed = jit(fill, static_argnums=1)
# endregion length


# region ones
def many(length, val):
    return jnp.ones((length,)) * val


many_jit = jit(many)
many_fixed = jit(many, static_argnums=0)
# endregion ones


class StaticShapesParams(Params):
    """Nothing but the device."""


@experiment(title="Shapes are static", section="Compilation", typical_seconds=0.5)
def static_shapes(_: StaticShapesParams) -> Iterator[Output]:
    """A shape by jnp and by NumPy; a length traced and static, for two functions."""
    ones = np.ones((2, 3), np.float32)
    yield raises("size by jnp.prod", lambda: flat_by_jnp(ones))
    yield values("size by np.prod", flat=flat_by_numpy(ones))
    yield values("eager", fill_1_5=fill(1.0, 5), fill_2_2=fill(2, 2), many_5_4=many(5, 4))
    yield raises("fill, traced length", lambda: fill_jit(2, 5))
    yield counted("fill, static length", fill, FILL)
    yield raises("many, traced length", lambda: many_jit(10, 4))
    yield counted("many, static length", many, MANY)


def counted(label: str, function: Callable[..., Any], calls: Calls) -> Table:
    """The calls, with the traces of the function that they call."""
    with runs(function) as traced:
        return table(label, watched(calls, traced))


FILL = {
    "fill(2, 5)": partial(fill_fixed, 2, 5),
    "fill(1, 10)": partial(fill_fixed, 1, 10),
    "fill(3, 5)": partial(fill_fixed, 3, 5),
}
MANY = {
    "many(10, 4)": partial(many_fixed, 10, 4),
    "many(5, 4)": partial(many_fixed, 5, 4),
    "many(10, 7)": partial(many_fixed, 10, 7),
}
