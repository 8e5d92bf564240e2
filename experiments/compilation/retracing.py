"""A jitted function is traced and compiled once for each shape, dtype and static value, then only called.

A call's key is the type of each array (shape, dtype, weak or not), the structure they are in and the values
of static arguments. A new key means: run the Python with tracers, compile; a known one: run the program.
Sources: Alex McKinney, "On Learning JAX", 2023; Marie-Hélène Burle, "Accelerated array computing and
flexible differentiation with JAX", 2024.
Expect: 1 trace for any number of like calls, then one more for a new length, dtype, rank and weak type;
8.0 and 4.0 from a branch on a static value, with a trace each; a changed global unseen until a new shape.
"""

from collections.abc import Callable, Iterator, Mapping
from textwrap import wrap
from typing import Any, NamedTuple

import jax
import numpy as np
from pydantic import Field

from experiments.lab.blocks import Cell, Printed, Table
from experiments.lab.experiment import Output, Params, experiment
from experiments.lab.programs import cache_misses, compilations

Calls = Mapping[str, Callable[[], Any]]

# region slide
traced: list[str] = []


@jax.jit
def cube(x: jax.Array) -> jax.Array:
    traced.append(f"{x.dtype}{x.shape}")
    return x**3


# endregion slide


# region static
def power(x: float) -> float:
    traced.append(f"x = {x}")
    return x**2 if x < 0 else x**3


placed = jax.jit(power, static_argnums=0)
named = jax.jit(power, static_argnames="x")
# endregion static


# region stale
hidden: dict[str, Any] = {}


@jax.jit
def shifted(x: Any) -> Any:
    traced.append(f"{x.dtype}{x.shape}")
    return hidden["a"] + x


def with_a(a: Any, x: Any) -> Any:
    hidden["a"] = a
    return shifted(x)


# endregion stale


class RetracingParams(Params):
    """How often the same call is made again."""

    repeats: int = Field(
        1000, ge=1, le=100_000, description="like calls", json_schema_extra={"unit": "calls"}
    )


class Called(NamedTuple):
    """A call, its result as text, traces and compilations when it was done, and why it was traced."""

    call: str
    result: str
    traces: int
    compilations: int | None
    reason: str


@experiment(title="Traced once per kind of call", section="Compilation", typical_seconds=1)
def retracing(params: RetracingParams) -> Iterator[Output]:
    """Traces and compilations call by call: kinds of arrays with JAX's reasons, static values, a global."""
    calls = watched(kinds(params.repeats))
    yield table("kinds of arrays", calls)
    yield Printed(label="why, in JAX’s words", lines=reasons(calls))
    yield table("static values", watched(STATIC))
    yield table("a global that changes", watched(GLOBAL))


def kinds(repeats: int) -> Calls:
    """Calls of `cube` that differ in one thing each."""
    three, four = np.ones(3, np.float32), np.ones(4, np.float32)
    return {
        "ones(3)": lambda: cube(three),
        f"ones(3), {repeats:,} times": lambda: [cube(three) for _ in range(repeats)][-1],
        "ones(4)": lambda: cube(four),
        "ones(3, int)": lambda: cube(np.ones(3, np.int32)),
        "ones((3, 1))": lambda: cube(np.ones((3, 1), np.float32)),
        "float32(1)": lambda: cube(np.float32(1)),
        "1.0": lambda: cube(1.0),
    }


STATIC: Calls = {
    "placed(2.0)": lambda: placed(2.0),
    "placed(-2.0)": lambda: placed(-2.0),
    "placed(2.0), again": lambda: placed(2.0),
    "named(x=2.0)": lambda: named(x=2.0),
    "named(x=-2.0)": lambda: named(x=-2.0),
}
GLOBAL: Calls = {
    "with_a(ones(3), ones(3))": lambda: with_a(np.ones(3), np.ones(3)),
    "with_a(zeros(3), ones(3))": lambda: with_a(np.zeros(3), np.ones(3)),
    "with_a(zeros(4), ones(4))": lambda: with_a(np.zeros(4), np.ones(4)),
}


def watched(calls: Calls) -> list[Called]:
    """The calls one after the other, from empty caches."""
    jax.clear_caches()
    traced.clear()
    done = []
    with compilations() as compiled, cache_misses() as told:
        for call, make in calls.items():
            so_far = len(told or ())
            result = str(np.asarray(make()).tolist())
            count = None if compiled is None else len(compiled)
            done.append(Called(call, result, len(traced), count, "; ".join((told or [])[so_far:])))
    return done


def table(label: str, calls: list[Called]) -> Table:
    """What the calls gave, and the numbers so far."""
    rows: list[list[Cell]] = [[one.call, one.result, one.traces, one.compilations] for one in calls]
    return Table(label=label, columns=["call", "result", "traces", "compiled"], rows=rows)


def reasons(calls: list[Called]) -> list[str]:
    """Why the calls were traced, in lines that fit a slide."""
    told = [f"{one.call}: {one.reason}" for one in calls if one.reason]
    if not told:
        return [f"jax {jax.__version__} does not say why it traces"]
    return [line for reason in told for line in wrap(reason, 48, subsequent_indent="    ")]
