"""A fit of a hundred parameters takes a hundred times fewer function calls with an exact gradient.

    RMSE(x) = √mean (A x − b)²,   b = A w + noise

Finite differences move one of p parameters at a time, so a gradient takes p calls more than the value.
`value_and_grad` returns both from one call, which costs a few times the loss, whatever p is.
Source: https://docs.scipy.org/doc/scipy/reference/optimize.minimize-bfgs.html
Expect: the same steps to the same minimum, that of least squares. Differences take p + 1 times the calls, but
only several times the time: a call of NumPy is shorter, and SciPy does the same work in each step.
"""

from collections.abc import Iterator
from functools import partial

import jax
import numpy as np
from pydantic import Field
from scipy.optimize import minimize

from jaxlive import Array, Cell, Output, Params, Table, compare, eager, experiment, numpy, values

ROWS = 500
DIFFERENCES, GRADIENT = "SciPy, differences", "SciPy, gradient"


# region slide
def rmse(x, a, b):
    miss = a @ x - b
    return (miss**2).mean() ** 0.5


bfgs = partial(minimize, method="BFGS")
both = jax.jit(jax.value_and_grad(rmse))


def by_differences(x, data):
    return bfgs(rmse, x, data)


def by_gradient(x, data):
    return bfgs(both, x, data, jac=True)


# endregion slide


class ExactGradientParams(Params):
    """How many parameters are fitted."""

    # With more, OpenBLAS takes threads for the optimiser's own products, and those decide the time.
    parameters: int = Field(
        100, ge=2, le=100, description="weights of a linear fit", json_schema_extra={"unit": "parameters"}
    )

    def bytes_needed(self) -> int:
        """Data on both sides and their products, and the optimiser's matrices, in float64."""
        return 8 * self.parameters * (4 * ROWS + 8 * self.parameters)


@experiment(title="Differences or an exact gradient", section="Performance", typical_seconds=3)
def exact_gradient(params: ExactGradientParams) -> Iterator[Output]:
    """The calls that each way takes, by SciPy's count, and the time of a fit."""
    start, (a, b) = np.zeros(params.parameters), data(params.parameters)
    best = np.linalg.lstsq(a, b)[0]
    with jax.enable_x64(True):
        yield from counted(start, (a, b), best)
        yield from compare(
            "one fit",
            {
                DIFFERENCES: numpy(lambda a, b: by_differences(start, (a, b)).x, a, b),
                # SciPy returns an array of NumPy's, also where JAX computed the gradient
                GRADIENT: eager(lambda a, b: jax.device_put(by_gradient(start, (a, b)).x), a, b),
            },
            reference=best,
            of=DIFFERENCES,
            over=GRADIENT,
            tolerance=1e-3,
            budget_s=1,
        )


def data(parameters: int) -> tuple[Array, Array]:
    """Features, and targets that other weights would give, with noise."""
    rng = np.random.default_rng(0)
    a, w = rng.standard_normal((ROWS, parameters)), rng.standard_normal(parameters)
    return a, a @ w + rng.standard_normal(ROWS)


def counted(start: Array, data: tuple[Array, Array], best: Array) -> Iterator[Output]:
    """Steps and calls of each way, and how far from the minimum it ends."""
    ends = {DIFFERENCES: by_differences(start, data), GRADIENT: by_gradient(start, data)}
    rows: list[list[Cell]] = [
        [name, end.nit, end.nfev, end.njev, float(abs(end.x - best).max()), end.status]
        for name, end in ends.items()
    ]
    columns = ["method", "steps", "nfev", "njev", "error of x", "status"]
    yield Table(label="function calls", columns=columns, rows=rows)
    yield values("nfev, differences over gradient", times=ends[DIFFERENCES].nfev / ends[GRADIENT].nfev)
