"""jax.numpy takes arrays and scalars, not lists; jax.lax below it takes equal dtypes only.

    jax.numpy: converts dtypes    →    jax.lax: takes what fits    →    XLA

Sources: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024, who
calls lax more efficient; Alex McKinney, "On Learning JAX", 2023.
Expect: 3.0 from NumPy for a list and for a tuple, TypeError from JAX for both, at position 0; jnp.add(1, 1.0)
is 2.0, lax.add(1, 1.0) a TypeError; and for arrays that fit, both layers become the same program.
"""

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxlive import Note, Output, Params, compare, eager, experiment, programs, raises, values


# region slide
def numpy_sum(numbers):
    return np.sum(numbers)


def jax_sum(numbers):
    return jnp.sum(numbers)


def converted(numbers):
    return jnp.sum(jnp.asarray(numbers))


# endregion slide


# region layers
@jax.jit
def upper(x, y):
    return jnp.add(x, y)


@jax.jit
def lower(x, y):
    return lax.add(x, y)


# endregion layers


class StrictInputsParams(Params):
    """Nothing but the device."""


@experiment(title="Arrays only, and of one dtype", section="Arrays", typical_seconds=1.5)
def strict_inputs(_: StrictInputsParams) -> Iterator[Output]:
    """Lists and tuples in both libraries, then an integer and a float in both layers, and their programs."""
    numbers = [1.0, 2.0]
    yield values(
        "sums",
        numpy_of_list=numpy_sum(numbers),
        numpy_of_tuple=numpy_sum(tuple(numbers)),
        jax_of_array=converted(numbers),
    )
    yield raises("a list", lambda: jax_sum(numbers))
    yield raises("a tuple", lambda: jax_sum(tuple(numbers)))
    yield values("1 + 1.0", jnp=jnp.add(1, 1.0), upper=upper(1, 1.0))
    yield raises("lax.add(1, 1.0)", lambda: lower(1, 1.0))
    yield from layers()


def layers() -> Iterator[Output]:
    """The programs for integers plus floats and for floats, and what an eager call costs in each layer."""
    one, two = np.ones(4, np.int32), np.full(4, 2, np.float32)
    yield from programs(upper, one, two, label="jnp.add, mixed dtypes")
    alike = [*programs(upper, two, two, label="jnp.add"), *programs(lower, two, two, label="lax.add")]
    yield from alike
    texts = {stage.text for program in alike for stage in program.stages if stage.name == "jaxpr"}
    same = "the same program" if len(texts) == 1 else "different programs"
    yield Note(text=f"Under jit, for equal dtypes, jnp.add and lax.add become {same}.")
    yield from compare(
        "4 numbers plus 4 numbers",
        {"jnp": eager(jnp.add, two, two), "lax": eager(lax.add, two, two)},
        reference=np.full(4, 4.0),
        of="jnp",
        over="lax",
        budget_s=1,
    )
