"""You can differentiate a derivative again, as often as you like: sin, cos, −sin, −cos, sin.

    grad(grad(grad(x³ + 2x² − 3x + 8))) = 6        grad(grad(grad(grad(sin)))) = sin

Sources: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024;
Yu Yin, "JAX: A Brief Introduction", 2022, slide 24.
Expect: exact values at each order. An order is traced through the one before, so the equations of a sine
about double with each, backward as forward; what XLA leaves of them stays a handful of instructions.
"""

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import (
    Append,
    Axis,
    Cell,
    Note,
    Output,
    Params,
    Point,
    Series,
    Table,
    experiment,
    operations,
    programs,
    values,
)

POINTS = np.linspace(0, 2 * np.pi, 33, dtype=np.float32)


# region slide
def polynomial(x):
    return x**3 + 2 * x**2 - 3 * x + 8


first = jax.grad(polynomial)
second = jax.grad(first)
third = jax.grad(second)
# endregion slide


# region orders
def sine(x):
    return jnp.sin(x)


def derived(f, by, n):
    for _ in range(n):
        f = by(f)
    return f


# endregion orders


class HigherOrderParams(Params):
    """How often the sine is derived."""

    orders: int = Field(
        6, ge=4, le=8, description="highest order in the table", json_schema_extra={"unit": "orders"}
    )


@experiment(title="Derivatives of derivatives", section="Transformations", typical_seconds=3)
def higher_order(params: HigherOrderParams) -> Iterator[Output]:
    """A cubic down to its constant, the sine's derivatives as curves, and what each order costs."""
    yield values(
        "x³ + 2x² − 3x + 8 at 1",
        polynomial=polynomial(1.0),
        first=first(1.0),
        second=second(1.0),
        third=third(1.0),
    )
    yield from curves()
    yield from sizes(params.orders)
    yield from programs(jax.jit(third), np.float32(1))


def curves() -> Iterator[Output]:
    """The sine and three derivatives, each computed at every point, and how near the fourth is to it."""
    label = "derivatives of the sine"
    yield Series(label=label, x=Axis(label="x", unit="rad"), y=Axis(label="value"))
    orders = [np.asarray(jax.vmap(derived(sine, jax.grad, n))(jnp.array(POINTS))) for n in range(5)]
    for line, curve in zip(["sin", "1st", "2nd", "3rd"], orders, strict=False):
        points = zip(POINTS.tolist(), curve.tolist(), strict=True)
        yield Append(label=label, points=[Point(line=line, x=x, y=y) for x, y in points])
    apart = np.max(np.abs(orders[4] - orders[0]))
    told = f"at most {apart:.1g} apart" if apart else f"equal at {POINTS.size} points"
    yield Note(text=f"The fourth derivative is the sine again: {told}.")


def sizes(highest: int) -> Iterator[Output]:
    """What tracing writes at each order, all reverse or all forward, and what the compiler leaves of it."""
    columns = ["order", "value at 1", "equations, reverse", "equations, forward", "HLO instructions"]
    one, rows = jnp.float32(1), list[list[Cell]]()
    for n in range(highest + 1):
        reverse, forward = derived(sine, jax.grad, n), derived(sine, jax.jacfwd, n)
        (program,) = programs(jax.jit(reverse), one)
        counts = [len(operations(reverse, one)), len(operations(forward, one)), program.stages[-1].count]
        rows.append([n, float(reverse(one)), *counts])
        yield Table(label="what each order costs", columns=columns, rows=rows)
    traced, compiled = (f"{rows[0][at]} to {rows[-1][at]}" for at in (2, 4))
    yield Note(text=f"To order {highest}: {traced} equations traced, {compiled} instructions compiled.")
