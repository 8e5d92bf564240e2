"""State that goes in and comes out as a value survives jit; state kept in an object does not.

    h' = tanh(w_x x + w_h h)        y = tanh(w_o h')

Source: Yu Yin, "JAX: A Brief Introduction", 2022, slide 19: a recurrent network, a class and a function.
Expect, with weights 0.5, 0.5 and 1, x = 1 and h = 0: y = 0.4318 and h = 0.4621, then y = 0.5537 and
h = 0.6237. The class under jit gives 0.4318 at every call, and what it leaves in h is a tracer.
"""

# mypy: disable-error-code="assignment"
# The class keeps a number at first and an array later, as it would where nobody declares types.

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import Axis, Note, Output, Params, Point, Series, experiment, raises, values


# region stateful
class StatefulRNN:
    w_x, w_h, w_o = 0.5, 0.5, 1.0
    h = 0.0

    def step(self, x):
        old = self.w_h * self.h
        h = jnp.tanh(self.w_x * x + old)
        self.h = h
        return jnp.tanh(self.w_o * h)


# endregion stateful


# region slide
def step(w, h, x):
    w_x, w_h, w_o = w
    h = jnp.tanh(w_x * x + w_h * h)
    y = jnp.tanh(w_o * h)
    return h, y


fast_step = jax.jit(step)


@jax.jit
def run(w, h, xs):
    each = partial(step, w)
    return jax.lax.scan(each, h, xs)


# endregion slide

WEIGHTS = (0.5, 0.5, 1.0)
"""Of input, state and output."""


class RnnStateParams(Params):
    """How many inputs."""

    steps: int = Field(
        8, ge=2, le=200, description="inputs, all of them 1", json_schema_extra={"unit": "steps"}
    )


@experiment(title="State in, state out", section="Purity", typical_seconds=0.7)
def rnn_state(params: RnnStateParams) -> Iterator[Output]:
    """The first two steps in four ways, the outputs step by step, and the tracer left in the object."""
    xs = np.ones(params.steps, np.float32)
    plain, compiled = StatefulRNN(), StatefulRNN()
    fast = jax.jit(compiled.step)
    last, scanned = run(WEIGHTS, 0.0, xs)
    ys = {
        "class": [plain.step(x) for x in xs],
        "class under jit": [fast(x) for x in xs],
        "function under jit": [y for _, y in by_hand(xs)],
        "function in a scan": list(scanned),
    }
    yield steps("y, step by step", ys)
    yield values("two steps by hand", **two_steps(xs))
    yield values(f"after {params.steps} steps", h_in_the_class=plain.h, h_from_the_scan=last)
    yield gap({way: float(y[-1]) for way, y in ys.items()})

    def use_h() -> Any:
        return compiled.h + 1

    yield raises("h in the class under jit", use_h)


def by_hand(xs: Any) -> Iterator[tuple[Any, Any]]:
    """h and y after each input: the caller keeps the state."""
    h = 0.0
    for x in xs:
        h, y = fast_step(WEIGHTS, h, x)
        yield h, y


def two_steps(xs: Any) -> dict[str, Any]:
    (h1, y1), (h2, y2) = islice(by_hand(xs), 2)
    return {"y1": y1, "h1": h1, "y2": y2, "h2": h2}


def steps(label: str, ys: dict[str, list[Any]]) -> Series:
    """A line for each way."""
    points = [
        Point(line=way, x=number, y=float(y))
        for way, outputs in ys.items()
        for number, y in enumerate(outputs, start=1)
    ]
    return Series(label=label, x=Axis(label="step"), y=Axis(label="y"), points=points)


def gap(last: dict[str, float]) -> Note:
    """Where the ways end."""
    stale, *others = last.pop("class under jit"), *last.values()
    same = "all" if np.allclose(others, others[0], rtol=1e-5) else "not all"
    return Note(
        text=f"At the last step the class under jit says {stale:.4f}, as at the first; "
        f"the other three {same} say {others[0]:.4f}."
    )
