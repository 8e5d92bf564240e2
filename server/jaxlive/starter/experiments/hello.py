"""The slope of x² is 2x: `jax.grad` makes a function from a function."""

from collections.abc import Iterator

import jax
from pydantic import Field

from jaxlive import Output, Params, experiment, values


# region slide
def square(x):
    return x**2


slope = jax.grad(square)
# endregion slide


class HelloParams(Params):
    """Where to look."""

    x: float = Field(3.0, ge=-100.0, le=100.0, description="where the slope is taken")


@experiment(title="A slope", section="Hello", typical_seconds=0.1)
def hello(params: HelloParams) -> Iterator[Output]:
    """The square and its slope."""
    yield values("at x", square=square(params.x), slope=slope(params.x))
