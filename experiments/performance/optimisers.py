"""How `scipy` fits: the same loss, handed to five optimisers of four libraries."""

from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from scipy.optimize import minimize

from experiments.performance.regression import rmse, rmse_and_slope
from jaxlive import Array, Variant, eager, jitted, numpy

START, TOLERANCE = np.array([1.0, 0.0]), np.array(1e-4)


class Fit(NamedTuple):
    """Where an optimiser ended; its minimum, steps and evaluations, as it tells; its status: 0 is success."""

    x: Any
    minimum: Any
    iterations: Any
    evaluations: Any
    status: Any


def fit(r: Any) -> Fit:
    """What SciPy's result says, or that of its namesake in JAX."""
    return Fit(r.x, r.fun, r.nit, r.nfev, r.status)


bfgs = partial(minimize, method="BFGS", tol=1e-4)


def by_differences(a: Array, b: Array) -> Fit:
    """SciPy, with a gradient of its own by finite differences."""
    return fit(bfgs(rmse, START, (a, b)))


def by_gradient(a: Array, b: Array) -> Fit:
    """SciPy, with the gradient from JAX; the result goes where JAX computes."""
    return jax.device_put(fit(bfgs(rmse_and_slope, START, (a, b), jac=True)))


# region jax
@jax.jit
def by_jax(a, b, tol, gtol):
    from jax.scipy.optimize import minimize

    r = minimize(
        rmse,
        jnp.array(START, a.dtype),
        (a, b),
        method="BFGS",
        tol=tol,  # is ignored
        options={"gtol": gtol},
    )
    return fit(r)


# endregion jax


# region optimistix
@jax.jit
def by_optimistix(a, b):
    import optimistix as optx

    r = optx.minimise(
        lambda x, data: rmse(x, *data),
        optx.BFGS(rtol=1e-4, atol=1e-4),
        jnp.array(START, a.dtype),
        (a, b),
        throw=False,
    )
    calls = r.stats["num_steps"]
    failed = r.result != optx.RESULTS.successful
    return Fit(r.value, None, None, calls, failed)


# endregion optimistix


def lbfgs(loss: Any, x: jax.Array) -> tuple[Any, ...]:
    import optax

    solver, get = optax.lbfgs(), optax.tree.get
    both = optax.value_and_grad_from_state(loss)

    def step(now: Any) -> Any:
        x, state, calls = now
        f, df = both(x, state=state)
        more = {"value": f, "grad": df, "value_fn": loss}
        dx, state = solver.update(df, state, x, **more)
        calls += get(state, "info").num_linesearch_steps
        return x + dx, state, calls

    def go_on(now: Any) -> Any:
        n, df = get(now[1], "count"), get(now[1], "grad")
        return (n == 0) | (n < 100) & (abs(df).max() > 1e-4)

    return jax.lax.while_loop(go_on, step, (x, solver.init(x), 1))


@jax.jit
def by_optax(a: jax.Array, b: jax.Array) -> Fit:
    """L-BFGS until no slope is above 1e-4, or a hundred steps are done."""
    import optax

    x, state, calls = lbfgs(lambda x: rmse(x, a, b), jnp.array(START, a.dtype))
    get = partial(optax.tree.get, state)
    return Fit(x, get("value"), get("count"), calls, abs(get("grad")).max() > 1e-4)


def jax_problem() -> str | None:
    """Why `by_jax` cannot run, in a sentence; None when it can."""
    there = find_spec("jax.scipy.optimize")
    return None if there else f"jax {jax.__version__} has no jax.scipy.optimize any more."


def optimisers(variant: str, a: Array, b: Array) -> dict[str, Variant]:
    """Those of one side, or of both, on these data and ready to be timed; they agree in x.

    What compiling costs is in their first call: compiled stage by stage, they would be compiled twice.
    """
    import optax  # noqa: F401 - so that a first call does not import
    import optimistix  # noqa: F401

    found: dict[str, Variant] = {}
    if variant in ("all", "numpy"):
        found["SciPy, differences"] = numpy(by_differences, a, b)
    if variant in ("all", "jax"):
        found["SciPy, gradient"] = eager(by_gradient, a, b)
        if jax_problem() is None:
            found["jax.scipy"] = jitted(by_jax, a, b, TOLERANCE, TOLERANCE)
        found["optimistix"] = jitted(by_optimistix, a, b)
        found["optax"] = jitted(by_optax, a, b)
    return {name: replace(side, leaves=_x, compile=None) for name, side in found.items()}


def _x(fit: Fit) -> list[Array]:
    return [np.asarray(fit.x)]
