"""An update costs a copy of the whole array, unless the old array is given up: donated.

    a[i] += y  becomes  a = a.at[i].add(y)

Source: Alex McKinney, "On Learning JAX", 2023. https://docs.jax.dev/en/latest/buffer_donation.html
Expect: [999 2 4 6] from .at[0].add(999) and [0 2 4 6] unchanged; an index that comes twice counts twice,
unlike in NumPy; with donate_argnums the result lies at the address of the argument, which is gone then, and
no time goes into a copy. NumPy writes in place, and has less to do for each call.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import (
    Array,
    Cell,
    Note,
    Output,
    Params,
    Table,
    Variant,
    compare,
    experiment,
    jitted,
    numpy,
    raises,
    values,
)


# region methods
def methods(x):
    place, results = x.at[1], {}
    for name in public_methods(place):
        method = getattr(place, name)
        args = given(name)
        results[name] = method(*args)
    return results


# endregion methods


def public_methods(thing: Any) -> list[str]:
    """Names that do not begin with an underscore, of what can be called."""
    return [name for name in dir(thing) if name[0] != "_" and callable(getattr(thing, name))]


def given(name: str) -> tuple[Any, ...]:
    """What a method of .at takes: nothing, a function, or else the number 3."""
    arguments: dict[str, tuple[Any, ...]] = {"get": (), "apply": (jnp.negative,)}
    return arguments.get(name, (3,))


# region slide
def update(x):
    return x.at[0].set(9)


keep = jax.jit(update)
donate = jax.jit(
    update, donate_argnums=0
)  # fmt: skip


def used_again(x):
    y = donate(x)
    return x + y


# endregion slide


class UpdatesParams(Params):
    """How long the array is of which one element is updated."""

    array_length: int = Field(
        1_000_000, ge=1000, le=100_000_000, description="elements", json_schema_extra={"unit": "elements"}
    )

    def bytes_needed(self) -> int:
        """In float32 the data, three sides and their results; in float64 the reference and its comparison."""
        return 64 * self.array_length


@experiment(title="An update in the old array’s place", section="Arrays", typical_seconds=2.5)
def updates(params: UpdatesParams) -> Iterator[Output]:
    """All methods of .at, an index that comes twice, whose buffer the result uses, and what that saves."""
    x, twice = jnp.array([0, 2, 4, 6]), np.array([0, 0])
    yield values("plus 999", updated=x.at[0].add(999), original=x)
    rows: list[list[Cell]] = [[f".{name}", in_short(result)] for name, result in methods(x).items()]
    yield Table(label="methods of .at", columns=["x.at[1]", "of [0, 2, 4, 6], with 3"], rows=rows)
    zeros = np.zeros(2)
    zeros[twice] += 1
    yield values("index 0 twice, plus 1", numpy=zeros, jax=jnp.zeros(2).at[twice].add(1))
    yield from buffers()
    yield from costs(np.arange(params.array_length, dtype=np.float32))


def in_short(result: jax.Array) -> str:
    """A number or a list, with three digits."""
    numbers = ", ".join(f"{number:.3g}" for number in result.ravel())
    return f"[{numbers}]" if result.ndim else numbers


def buffers() -> Iterator[Output]:
    """Whether the argument is gone after an update, and whether the result lies where it was."""
    rows: list[list[Cell]] = []
    for name, function in {"keep": keep, "donate": donate}.items():
        x = jnp.arange(1000.0)
        before = x.unsafe_buffer_pointer()
        result = function(x)
        rows.append([name, x.is_deleted(), result.unsafe_buffer_pointer() == before])
    yield Table(label="whose buffer", columns=["jitted", "argument deleted", "same address"], rows=rows)
    if x.is_deleted():
        yield raises("the argument afterwards", lambda: used_again(jnp.arange(1000.0)))
    else:
        yield Note(text=f"jax {jax.__version__} keeps donated arrays on this device: it copies all the same.")


def costs(x: Array) -> Iterator[Output]:
    """One element written by NumPy in place, in a copy, and in a buffer that each call hands to the next."""
    sides = {"numpy": numpy(in_place, x.copy()), "keep": jitted(keep, x), "donate": handed_on(x)}
    expected = in_place(x.astype(np.float64))
    label = "one element of many"
    yield from compare(label, sides, reference=expected, of="keep", over="donate", budget_s=1)


def in_place(a: Array) -> Array:
    """What NumPy does."""
    a[0] = 9
    return a


def handed_on(x: Array) -> Variant:
    """A donated argument is gone after its call: each call takes the result of the one before."""
    held = [jnp.array(x)]

    def call() -> jax.Array:
        held[0] = donate(held[0])
        return held[0]

    return replace(jitted(donate, x), call=call, wait=lambda _: held[0].block_until_ready(), compile=None)
