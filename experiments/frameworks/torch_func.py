"""PyTorch has JAX's function transformations too, in torch.func: grad, vmap, and any nesting.

    grad(sin) = cos        grad(grad(sin)) = −sin        vmap over the rows of a batch

Source: Yu Yin, "JAX: A Brief Introduction", 2022, slide 30, where the package is functorch.
Expect: both identities hold in both libraries, a batch of 4 by 3 becomes 4 values, and functorch still
imports and says where it went. The gradient is a function in both; the compiler is JAX's own.
"""

import warnings
from collections.abc import Iterator
from textwrap import wrap

import jax.numpy as jnp
import numpy as np
from jax import grad, vmap
from jax.nn import relu
from jax.numpy import sin

from jaxlive import Note, Output, Params, Printed, Table, experiment, values


# region slide
def in_torch(x, w, batch):
    from torch import relu, sin
    from torch.func import grad, vmap

    cosine = grad(sin)(x)
    minus_sine = grad(grad(sin))(x)
    f = vmap(lambda row: relu(row @ w))
    return cosine, minus_sine, f(batch)


# endregion slide


# region jax
def in_jax(x, w, batch):
    cosine = grad(sin)(x)
    minus_sine = grad(grad(sin))(x)
    f = vmap(lambda row: relu(row @ w))
    return cosine, minus_sine, f(batch)


# endregion jax


class TorchFuncParams(Params):
    """Nothing but the device."""


@experiment(title="grad and vmap in PyTorch", section="Frameworks", typical_seconds=0.5, needs=("torch",))
def torch_func(_: TorchFuncParams) -> Iterator[Output]:
    """Both libraries beside the identities, the batch, and what functorch says today."""
    import torch

    x = np.float32(np.pi / 3)
    rng = np.random.default_rng(0)
    w, batch = (rng.standard_normal(shape, np.float32) for shape in (3, (4, 3)))
    by_torch = [np.asarray(y) for y in in_torch(*map(torch.tensor, (x, w, batch)))]
    by_jax = [np.asarray(y) for y in in_jax(x, jnp.asarray(w), jnp.asarray(batch))]
    exact = [np.cos(x), -np.sin(x), np.maximum(batch @ w, 0)]
    columns = ["at π/3", "torch.func", "jax", "exact"]
    names = ["grad(sin) = cos", "grad(grad(sin)) = −sin"]
    rows = [[name, *map(float, row)] for name, *row in zip(names, by_torch, by_jax, exact, strict=False)]
    yield Table(label="two identities", columns=columns, rows=rows)
    yield values("4 by 3 becomes 4", torch=by_torch[2], jax=by_jax[2], exact=exact[2])
    yield Printed(label="functorch today", lines=functorch_says())
    apart = max(float(np.abs(t - j).max()) for t, j in zip(by_torch, by_jax, strict=True))
    yield Note(text=f"The two libraries differ by {apart:.1g} at most.")


def functorch_says() -> list[str]:
    """The warning of the former name, or that it is gone."""
    import torch

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            import functorch  # type: ignore[import-untyped]

            functorch.grad(torch.sin)
        except (ModuleNotFoundError, AttributeError) as gone:
            return [f"torch {torch.__version__}: {gone}"]
    said = [str(warning.message) for warning in caught] or ["functorch.grad works without a warning"]
    return [line for message in said for line in wrap(message, 60)]
