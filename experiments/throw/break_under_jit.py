"""A loop that ends when the ball lands: jit refuses break, grad refuses while_loop, a masked scan has both.

    for … if y < 0: break        lax.while_loop, as long as y ≥ 0        lax.scan, whose clock stops at y < 0

jit traces the loop before there's a y to ask. Reverse mode goes back through all steps, so it must know
while tracing how many it has to keep; forward mode keeps none. The scan takes 400 steps, needed or not.
Source: https://docs.jax.dev/en/latest/_autosummary/jax.lax.while_loop.html.
Expect: one landing and one slope by whatever works; 2 of 9 combinations raise. Another number of steps in the
scan compiles again.
"""

from collections.abc import Callable, Iterator
from typing import Any

import jax
import numpy as np
from jax.lax import while_loop
from pydantic import Field

from experiments.throw.flight import DT, landing, launch, step
from jaxlive import Cell, Note, Output, Params, Table, compilations, experiment, raises

# region slide
fast_step = jax.jit(step)


def with_break(angle, speed):
    ball = launch(angle, speed)
    for _ in range(400):
        ball, _ = fast_step(ball, 0)
        if ball[1] < 0:
            break
    x, y, u, v = ball
    return x - y * u / v


# endregion slide


# region while
def with_while(angle, speed, dt=DT):
    def flies(ball):
        return ball[1] >= 0

    def move(ball):
        return step(ball, 0, dt)[0]

    ball = launch(angle, speed)
    ball = while_loop(flies, move, ball)
    x, y, u, v = ball
    return x - y * u / v


# endregion while


# region grad
def slope(angle, speed):
    f = jax.grad(with_while)
    return f(angle, speed)


# endregion grad


def forward(loop):
    """The slope by the angle, as `jax.grad` gives it, in forward mode."""
    return lambda angle, speed: jax.jvp(lambda a: loop(a, speed), (angle,), (1.0,))[1]


LOOPS: dict[str, Callable[..., Any]] = {
    "for, break": with_break,
    "while_loop": with_while,
    "masked scan": landing,
}
TRANSFORMATIONS: list[Callable[..., Any]] = [jax.jit, jax.grad, forward]
LENGTHS = (400, 400, 500)
"""Steps of three throws in a row."""


class BreakUnderJitParams(Params):
    """The throw that is computed in three ways."""

    angle: float = Field(
        0.25, ge=0.05, le=1.5, description="above the ground", json_schema_extra={"unit": "rad"}
    )
    speed: float = Field(20.0, ge=5, le=30, description="at the start", json_schema_extra={"unit": "m/s"})


@experiment(title="break does not trace", section="Throw", typical_seconds=3.5)
def break_under_jit(params: BreakUnderJitParams) -> Iterator[Output]:
    """What raises and where, three loops under three transformations, and the price of another length."""
    throw = params.angle, params.speed
    yield raises("jit of break", lambda: jax.jit(with_break)(*throw))
    yield raises("grad of while_loop", lambda: slope(*throw))
    rows: list[list[Cell]] = [
        [name, *(attempt(transform(loop), throw) for transform in TRANSFORMATIONS)]
        for name, loop in LOOPS.items()
    ]
    yield Table(label="three loops", columns=["loop", "jit, m", "grad, m/rad", "forward, m/rad"], rows=rows)
    fast = jax.jit(landing)
    with compilations() as compiled:
        for steps in LENGTHS:
            fast(*throw, np.zeros(steps, np.float32))
    if compiled is not None:
        listed = ", ".join(map(str, LENGTHS))
        yield Note(text=f"Throws of {listed} steps compile {compiled.count('jit(landing)')} programs.")


def attempt(function: Callable[..., Any], throw: tuple[float, float]) -> str:
    """The number that a function gives, or that it raises."""
    try:
        return f"{function(*throw):.4f}"
    except (jax.errors.TracerBoolConversionError, ValueError):
        return "raises"
