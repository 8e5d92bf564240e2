"""jax.new_ref makes an array that you may write to, under jit, scan and grad as well.

The jaxpr has its reads, `a <- ref[...]`, and its writes, `ref[...] <- a`. When JAX lowers the jaxpr it makes
ordinary values of them, which go in and out of a loop or of the whole program.
Source: https://docs.jax.dev/en/latest/array_refs.html
Expect: [9, 1, 2] after a write to [0, 1, 2], and [5, 1, 2] by jit, in the same memory; running sums and their
gradient as without a Ref. The jaxpr is longer, the optimised HLO has as many instructions. JAX refuses a Ref
that is returned or passed twice, and a batch that vmap would write to one place; a Ref is no array, so
arithmetic needs what it holds, ref[...].
"""

from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from jaxlive import Cell, Output, Params, Table, experiment, programs, raises, values


# region slide
@jax.jit
def write(ref, value):
    ref[0] = value


def running(xs):
    total = jax.new_ref(jnp.zeros(()))

    def add(_, x):
        total[...] += x
        return None, total[...]

    _, sums = lax.scan(add, None, xs)
    return sums


# endregion slide


# region pure
def carried(xs):
    def add(total, x):
        total = total + x
        return total, total

    zero = jnp.zeros(())
    _, sums = lax.scan(add, zero, xs)
    return sums


# endregion pure


# region refused
def returned(x):
    return jax.new_ref(x)


def twice(a, b):
    return a[0] + b[0]


def a_batch(ref, xs):
    jax.vmap(write, (None, 0))(ref, xs)


def as_array(ref):
    return ref + 1


# endregion refused

WAYS = {"ref": running, "carried": carried}


class ReferencesParams(Params):
    """Nothing but the device."""


@experiment(title="Arrays that you may write to", section="Arrays", typical_seconds=2)
def references(_: ReferencesParams) -> Iterator[Output]:
    """Writes by hand and by jit, a running sum in two ways, what becomes of both, and what JAX refuses."""
    yield from writes()
    xs = jnp.arange(1.0, 6)
    yield values("running sum", **{name: way(xs) for name, way in WAYS.items()}, cumsum=jnp.cumsum(xs))
    yield values("its gradient", **{name: slope(way, xs) for name, way in WAYS.items()})
    yield from sizes(xs)
    ref = jax.new_ref(jnp.zeros(3))
    yield raises("returned", lambda: jax.jit(returned)(0.0))
    yield raises("passed twice", lambda: jax.jit(twice)(ref, ref))
    yield raises("a batch into one", lambda: a_batch(ref, xs))
    yield raises("used as an array", lambda: as_array(ref))


def writes() -> Iterator[Output]:
    """What a Ref holds after each write, and whether jit wrote to the same memory."""
    ref = jax.new_ref(jnp.arange(3.0))
    new = ref[...]
    ref[0] = 9.0
    by_hand, address = ref[...], ref.unsafe_buffer_pointer()
    returns = write(ref, 5.0)
    yield values("writes", new=new, by_hand=by_hand, by_jit=ref[...])
    yield values("the call by jit", returns=returns, same_address=ref.unsafe_buffer_pointer() == address)


def slope(way: Callable[..., Any], xs: jax.Array) -> jax.Array:
    """How much all running sums together depend on each number: it is in as many as follow."""
    return jax.grad(lambda xs: way(xs).sum())(xs)


def sizes(xs: jax.Array) -> Iterator[Output]:
    """Both programs, and how large they are in each form."""
    rows: list[list[Cell]] = []
    for name, way in WAYS.items():
        for program in programs(jax.jit(way), xs, label=name):
            yield program
            rows.append([name, *(stage.count for stage in program.stages[1:])])
    yield Table(label="size", columns=["the sum is", "jaxpr", "StableHLO", "HLO"], rows=rows)
