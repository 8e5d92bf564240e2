"""An object that hands out keys is handy in Python but goes stale under jit; Flax's Rngs survives.

A provider keeps a key, splits it at each request, keeps one half and returns the other.
Source: Moritz Makowski, "JAX Capability Analysis", 2023: a class that provides keys, annotated with
jax.random.PRNGKeyArray, which is gone. A key is a jax.Array with a key dtype today.
Expect: all keys distinct, and the same ones again from the same seed. In a function under jit the provider
is asked once: the same number at each call, and a tracer left inside, so that its next key is an error.
"""

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from experiments.helpers.keys import Keys
from jaxlive import Cell, Note, Output, Params, Table, Values, experiment, raises, values


# region slide
def stale(seed):
    keys = Keys(seed)

    @jax.jit
    def draw():
        return jax.random.normal(keys())

    return draw, keys


def fresh(seed):
    keys = Keys(seed)
    draw = jax.jit(jax.random.normal)
    return lambda: draw(keys())


# endregion slide


# region nnx
def with_flax(seed):
    from flax import nnx

    rngs = nnx.Rngs(seed)

    @nnx.jit
    def draw(rngs):
        return jax.random.normal(rngs())

    return lambda: draw(rngs)


# endregion nnx


def annotation_of_the_source() -> Any:
    random: Any = jax.random
    return random.PRNGKeyArray


class KeyProviderParams(Params):
    """How many keys, from which seed."""

    keys: int = Field(200, ge=2, le=10_000, description="keys asked for", json_schema_extra={"unit": "keys"})
    seed: int = Field(42, ge=0, le=2**32 - 1, description="seed of the provider")


@experiment(title="An object that hands out keys", section="Purity", typical_seconds=1.4, needs=("flax.nnx",))
def key_provider(params: KeyProviderParams) -> Iterator[Output]:
    """How many keys differ, draws with keys asked for in three places, two errors, and the type of a key."""
    yield distinct(params.keys, params.seed)
    stale_draw, keys = stale(params.seed)
    ways = {
        "asked within jit": stale_draw,
        "asked outside of jit": fresh(params.seed),
        "from nnx.Rngs": with_flax(params.seed),
    }
    rows: list[list[Cell]] = [[way, *(float(draw()) for _ in range(3))] for way, draw in ways.items()]
    yield Table(label="three draws", columns=["key", "first", "second", "third"], rows=rows)
    yield lesson({str(way): len(set(numbers)) for way, *numbers in rows})

    def next_key() -> Any:
        return keys()

    yield raises("the next key after jit", next_key)
    yield raises("the old annotation", annotation_of_the_source)
    yield todays_annotation(Keys(params.seed)())


def distinct(count: int, seed: int) -> Values:
    """Whether the keys of one provider differ, and those of another with the same seed are the same."""
    providers = Keys(seed), Keys(seed)
    first, second = (
        np.asarray(jax.random.key_data(jnp.stack([keys() for _ in range(count)]))) for keys in providers
    )
    different = len(np.unique(first, axis=0))
    return values(
        "all keys",
        asked=count,
        different=different,
        same_from_the_seed=np.array_equal(first, second),
    )


def lesson(different: dict[str, int]) -> Note:
    """How many numbers of three differ, by way."""
    counts = [f"{count} with the key {way}" for way, count in different.items()]
    return Note(text=f"Different numbers in three draws: {'; '.join(counts)}.")


def todays_annotation(key: jax.Array) -> Values:
    """What to write instead of the name that is gone."""
    checks = {
        "key.dtype": str(key.dtype),
        "is a jax.Array": isinstance(key, jax.Array),
        "is of jax.dtypes.prng_key": jnp.issubdtype(key.dtype, jax.dtypes.prng_key),
    }
    return values("the type of a key", **checks)
