"""A static argument stays a Python value under trace, so Python can branch on it; a new value recompiles.

Source: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024.
Expect: 8.0 at 2 and 4.0 at -2, by position and by name, with a trace each; none for a value seen before; and
as many traces as steps when a step number is made static.
"""

from collections.abc import Iterator

from jax import jit
from pydantic import Field

from jaxlive import Output, Params, experiment
from jaxlive.lab.measure.watching import Calls, table, watched

# region slide
traced = []


def power(x):
    traced.append(x)
    return x**2 if x < 0 else x**3


placed = jit(power, static_argnums=0)
named = jit(power, static_argnames="x")
# endregion slide


class StaticArgumentsParams(Params):
    """How many steps are taken with a static step number."""

    steps: int = Field(
        10, ge=1, le=500, description="calls, each with a new value", json_schema_extra={"unit": "steps"}
    )


@experiment(title="A static value is part of the program", section="Compilation", typical_seconds=0.3)
def static_arguments(params: StaticArgumentsParams) -> Iterator[Output]:
    """Values and traces, by position and by name, and for a step number."""
    yield table("static values", watched(CALLS, traced))
    yield table("a step number", watched(steps(params.steps), traced))


CALLS: Calls = {
    "placed(2.0)": lambda: placed(2.0),
    "placed(-2.0)": lambda: placed(-2.0),
    "placed(2.0), again": lambda: placed(2.0),
    "named(x=2.0)": lambda: named(x=2.0),
    "named(x=-2.0)": lambda: named(x=-2.0),
}


def steps(count: int) -> Calls:
    """What a training loop does that passes its step number, the wrong way."""
    return {
        "placed(0)": lambda: placed(0),
        f"placed(step), {count:,} steps": lambda: [placed(step) for step in range(1, count + 1)][-1],
    }
