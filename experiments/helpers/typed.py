"""jit and grad that keep the type of the function they are given."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import jax

P = ParamSpec("P")
R = TypeVar("R")


def typed_jit(function: Callable[P, R]) -> Callable[P, R]:
    """`jax.jit`, for a type checker of the same signature as `function`."""
    return cast(Callable[P, R], jax.jit(function))


def typed_grad(function: Callable[P, R]) -> Callable[P, R]:
    """`jax.grad` by the first argument, of the same signature as `function`.

    True for functions of one array to a scalar: the gradient has the type of the first argument, so for
    other options of `jax.grad` (argnums, has_aux), or another first argument, the type would be wrong.
    """
    return cast(Callable[P, R], jax.grad(function))
