"""A jaxpr is the function as JAX saw it: one primitive a line, with dtype and shape, and no values.

    f(x, y) = 2 x² + y

Source: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024; its
slide lost the line of the addition, so that the result it returns is defined nowhere.
Expect three equations, integer_pow, mul and add, between the line of inputs and that of outputs; and
f([1 4 3], [8 1 2]) = [10 33 20].
"""

from collections.abc import Iterator

import jax
import numpy as np

from jaxlive import Cell, Note, Output, Params, Printed, Table, experiment, programs, values

ON_THE_SLIDE = {"integer_pow", "mul"}
"""Primitives that the source's slide shows."""


# region slide
def f(x, y):
    return 2 * x**2 + y


x = np.array([1, 4, 3], np.float32)
y = np.array([8, 1, 2], np.float32)


def as_seen(x, y):
    return str(jax.make_jaxpr(f)(x, y))


# endregion slide


class JaxprParams(Params):
    """Nothing but the device."""


@experiment(title="What JAX saw", section="Compilation", typical_seconds=0.3)
def jaxpr(_: JaxprParams) -> Iterator[Output]:
    """The text and the value, its equations beside the source's, and all forms of the program."""
    lines = as_seen(x, y).splitlines()
    yield Printed(label="jaxpr", lines=lines)
    yield values("value", f=jax.jit(f)(x, y))
    rows = [equation(line) for line in lines if " = " in line]
    yield Table(label="equations", columns=["defines", "primitive", "on the source’s slide"], rows=rows)
    yield lost(rows, lines[-1])
    yield from programs(jax.jit(f), x, y)


def equation(line: str) -> list[Cell]:
    """A row: the name that an equation defines, its primitive, and whether the source shows it."""
    name, right = line.split(" = ")
    primitive = right.split()[0].split("[")[0]
    return [name.strip(), primitive, primitive in ON_THE_SLIDE]


def lost(rows: list[list[Cell]], outputs: str) -> Note:
    """Which line the source lost, and how one sees it."""
    name, primitive = next((str(row[0]), row[1]) for row in rows if not row[2])
    return Note(
        text=f"The source’s slide lost the line of {primitive}: it returns “{outputs.strip(' }')}”, "
        f"and {name.split(':')[0]} is defined nowhere."
    )
