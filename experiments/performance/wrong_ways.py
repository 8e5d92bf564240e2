"""What `benchmark-traps` times: calls that do less, more or something else than was meant."""

from dataclasses import replace
from itertools import cycle
from time import perf_counter

import jax
import jax.numpy as jnp
import numpy as np

from experiments.compilation.jit import f, f_jit, f_numpy
from jaxlive import jitted, numpy

COLD_BYTES = 2**28
"""More than caches usually hold."""


# region closure
def closed_over(x):
    return jax.jit(lambda: f(x).sum())


@jax.jit
def passed_in(x):
    return f(x).sum()


# endregion closure


# region unused
@jax.jit
def ten_times(x):
    for _ in range(10):
        y = f(x)
    return y


# endregion unused


# region dtype
def as_they_come(n):
    x = np.linspace(0, 4 * np.pi, n)
    return {
        "numpy": numpy(f_numpy, x),
        "jit": jitted(f_jit, x),
    }


# endregion dtype


# region transfer
def handed_over(x):
    on_device = jitted(f_jit, x)
    return replace(on_device, call=lambda: f_jit(x))


# endregion transfer


# region compile
def ten_calls(x):
    jax.clear_caches()
    for _ in range(10):
        start = perf_counter()
        f_jit(x).block_until_ready()
        yield perf_counter() - start


# endregion compile


# region cold
def rotating(function, x):
    count = COLD_BYTES // x.nbytes
    turn = cycle([jnp.array(x) for _ in range(count)])
    return replace(
        jitted(function, x),
        call=lambda: function(next(turn)),
        inputs="cold",
    )


# endregion cold
