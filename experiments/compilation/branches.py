"""A Python branch is decided while tracing; lax.cond keeps both branches and decides at run time.

    layer(x) = x W, or max(x W, 0) with the flag        halve(x) = x / 2 where the range of x is above 1

Sources: Alex McKinney, "On Learning JAX", 2023; Marie-Hélène Burle, "Accelerated array computing and
flexible differentiation with JAX", 2024.
Expect: with the flag off a product and nothing else; 8 and 4 from lax.cond on 2 and -2; [0.5 -0.5] from
[1 -1], the one vector of three with a range above 1. The last source pairs jnp.piecewise with lax.switch,
which is loose: piecewise runs every function on every element, and a switch runs one of its branches.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxlive import Cell, Note, Output, Params, Table, experiment, operations, programs, values


# region slide
def layer(x, weights, relu):
    y = x @ weights
    return jnp.maximum(y, 0) if relu else y


flag_off = jax.jit(partial(layer, relu=False))
flag_on = jax.jit(partial(layer, relu=True))
# endregion slide


def square(x: Any) -> Any:
    """One branch."""
    return x**2


def cube(x: Any) -> Any:
    """The other branch."""
    return x**3


# region cond
@jax.jit
def power(x):
    return lax.cond(
        x < 0,
        lambda: x**2,
        lambda: x**3,
    )


@jax.jit
def halve(x):
    wide = x.max() - x.min() > 1
    return lax.cond(
        wide, lambda: x / 2, lambda: x
    )  # fmt: skip


# endregion cond


# region choices
def select(x):
    return lax.select(x < 0, x**2, 2 * x)


def where(x):
    return jnp.where(x < 0, 0, 1)


def piecewise(x):
    signs = [x < 0, x >= 0]
    return jnp.piecewise(x, signs, [square, cube])


# endregion choices


# region switch
def switch(n):
    tens = [lambda: 10, lambda: 20, lambda: 30]
    return lax.switch(n, tens)


def is_even(n):
    answers = [lambda: True, lambda: False]
    return lax.switch(n % 2, answers)


# endregion switch


class BranchesParams(Params):
    """Nothing but the device."""


@experiment(title="Two kinds of branches", section="Compilation", typical_seconds=0.8)
def branches(_: BranchesParams) -> Iterator[Output]:
    """The program with a flag off and on, conditionals on values, and how each form chooses."""
    square_matrix = np.array([[1, -2], [-3, 4]], np.float32)
    yield from programs(flag_off, square_matrix, square_matrix, label="flag off")
    yield from programs(flag_on, square_matrix, square_matrix, label="flag on")
    yield values("cond", power_of_2=power(2.0), power_of_minus_2=power(-2.0))
    three = {"a": [0.1, 0.2], "b": [-0.5, 0.5], "c": [1, -1]}
    vectors = {name: np.array(x, np.float32) for name, x in three.items()}
    halved = {f"halve({name})": halve(x) for name, x in vectors.items()}
    yield values("halve where the range is above 1", **vectors, **halved)
    yield from programs(halve, vectors["c"])
    outcomes = {"switch(0)": switch(0), "switch(2)": switch(2), "switch(7)": switch(7)}
    yield values("one of many", **outcomes, **{f"is_even({n})": is_even(n) for n in (3, 4)})
    yield from how_each_chooses(np.array([-1, 2]))


def how_each_chooses(x: Any) -> Iterator[Output]:
    """What the forms give, and what their programs run: a conditional runs one branch only."""
    forms: dict[str, tuple[Callable[[Any], Any], Any]] = {
        "lax.cond": (power, 2),
        "lax.switch": (switch, 2),
        "lax.select": (select, x),
        "jnp.where": (where, x),
        "jnp.piecewise": (piecewise, x),
        "vmap of lax.cond": (jax.vmap(power), x),
    }
    rows: list[list[Cell]] = []
    for form, (function, arg) in forms.items():
        one = "cond" in operations(function, arg)
        rows.append([form, str(function(arg)), "one branch" if one else "all, then selects"])
    yield Table(label="how each chooses", columns=["form", "result", "runs"], rows=rows)
    none_holds = jnp.piecewise(x, [x > 5], [square])
    yield Note(
        text=f"Where nothing fits piecewise gives {none_holds}; switch(7) its last branch, {switch(7)}."
    )
