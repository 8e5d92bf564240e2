"""A key used twice gives the same numbers twice, in silence; with debug_key_reuse it raises an error.

A draw doesn't change its key, so the next one starts from the same bits: two layers get equal weights, a
smaller shape gets the first numbers of a larger one, and uniform numbers come in the order of normal ones.
Source: https://docs.jax.dev/en/latest/jax.experimental.key_reuse.html
Expect: correlation 1 between two normal draws from one key, √(3/π) = 0.977 between a normal and a uniform
one; with keys from split or fold_in, 10,000 numbers come within ±0.04 of 0. A KeyReuseError with the line of
the second draw, under jit and in a scan as well. It misses a key that vmap uses for all examples, and keys
from PRNGKey.
"""

from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random
from pydantic import Field

from jaxlive import Cell, Output, Params, Table, experiment, raises, values


# region slide
def reused(key):
    w1 = random.normal(key, (2, 3))
    w2 = random.normal(key, (2, 3))
    return w1, w2


def split(key):
    k1, k2 = random.split(key)
    w1 = random.normal(k1, (2, 3))
    w2 = random.normal(k2, (2, 3))
    return w1, w2


# endregion slide


# region checked
def checked(key):
    with jax.debug_key_reuse(True):
        return reused(key)


# endregion checked


# region loops
def scanned(key):
    def draw(key, _):
        return key, random.normal(key)

    return lax.scan(draw, key, length=3)


def mapped(key):
    def draw(i):
        return i + random.normal(key)

    return jax.vmap(draw)(jnp.zeros(3))


# endregion loops


class KeyReuseParams(Params):
    """How many numbers are correlated, and from which seed."""

    count: int = Field(
        10_000, ge=100, le=1_000_000, description="numbers in a draw", json_schema_extra={"unit": "numbers"}
    )
    seed: int = Field(0, ge=0, le=2**32 - 1, description="seed of the key")

    def bytes_needed(self) -> int:
        """Eight draws of float32, and as many in float64 while they are correlated."""
        return 96 * self.count


@experiment(title="The same key, the same numbers", section="Purity", typical_seconds=3)
def key_reuse(params: KeyReuseParams) -> Iterator[Output]:
    """Weights of two layers, draws from one key and from two, the error, and where there is none."""
    key = random.key(params.seed)
    for label, weights in {"one key": reused(key), "split keys": split(key)}.items():
        yield values(label, w1=weights[0], w2=weights[1])
    yield values("other shapes", four=random.normal(key, (4,)), two_by_three=random.normal(key, (2, 3)))
    yield Table(label="correlation", columns=["two draws", "r"], rows=correlations(key, params.count))
    yield raises("with debug_key_reuse", lambda: checked(random.key(params.seed)))
    yield Table(label="what is noticed", columns=["one key for", "raises"], rows=noticed(params.seed))


def correlations(key: jax.Array, count: int) -> list[list[Cell]]:
    """Between draws from one key, and from two that were made of it."""
    shape, (one, two) = (count,), random.split(key)
    first, second = (random.fold_in(key, number) for number in (1, 2))
    draws = {
        "one key": (random.normal(key, shape), random.normal(key, shape)),
        "one key, normal, uniform": (random.normal(key, shape), random.uniform(key, shape)),
        "split": (random.normal(one, shape), random.normal(two, shape)),
        "fold_in": (random.normal(first, shape), random.normal(second, shape)),
    }
    return [[name, float(np.corrcoef(*pair)[0, 1])] for name, pair in draws.items()]


def noticed(seed: int) -> list[list[Cell]]:
    """The kind of error with debug_key_reuse, for each way to use a key more than once."""
    uses: dict[str, Callable[[], Any]] = {
        "two draws": lambda: reused(random.key(seed)),
        "two draws, jit": lambda: jax.jit(reused)(random.key(seed)),
        "all steps of a scan": lambda: scanned(random.key(seed)),
        "all examples of a vmap": lambda: mapped(random.key(seed)),
        "two draws, PRNGKey": lambda: reused(random.PRNGKey(seed)),
    }
    return [[name, error(use)] for name, use in uses.items()]


def error(use: Callable[[], Any]) -> str:
    """The kind of error; nothing where there is none."""
    try:
        with jax.debug_key_reuse(True):
            use()
    except jax.errors.KeyReuseError as raised:
        return type(raised).__name__
    return "nothing"
