"""Indexing with a mask fails under jit: the shape would depend on values. Computing with the mask works.

    x[mask] = -100      is      not(mask) x - 100 mask      is      where(mask, -100, x)

Source: Alex McKinney, "On Learning JAX", 2023.
Expect: NonConcreteBooleanIndexError from the index under jit, and equal values from all other forms. A
static mask would ask for a program for each of its values. The mean of a padded vector is wrong until a mask
says what counts.
"""

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import Note, Output, Params, experiment, raises, values


# region slide
def by_index(x, mask):
    return x.at[mask].set(-100)


def by_arithmetic(x, mask):
    return ~mask * x - mask * 100


def by_where(x, mask):
    return jnp.where(mask, -100, x)


# endregion slide


# region mean
@jax.jit
def naive_mean(padded):
    return padded.mean()


@jax.jit
def masked_mean(padded, length):
    counts = jnp.arange(padded.size) < length
    kept = jnp.where(counts, padded, 0)
    return kept.sum() / length


# endregion mean


class MasksParams(Params):
    """Which mask, and how long a vector is padded."""

    seed: int = Field(0, ge=0, le=1_000_000, description="seed of the mask")
    length: int = Field(
        5, ge=1, le=1000, description="elements before padding", json_schema_extra={"unit": "elements"}
    )


@experiment(title="A mask is not an index", section="Compilation", typical_seconds=0.4)
def masks(params: MasksParams) -> Iterator[Output]:
    """The assignment in three forms, with and without jit, and a mean over padding."""
    x = jnp.arange(16.0).reshape(4, 4)
    mask = jnp.asarray(np.random.default_rng(params.seed).random((4, 4)) < 0.5)
    yield values("eager", x=x, mask=mask, by_index=by_index(x, mask))
    yield raises("the index under jit", lambda: jax.jit(by_index)(x, mask))
    under_jit = {form.__name__: jax.jit(form)(x, mask) for form in (by_arithmetic, by_where)}
    yield values("under jit", **under_jit)
    same = all(np.array_equal(result, by_index(x, mask)) for result in under_jit.values())
    yield Note(
        text=f"Under jit both are {'equal to' if same else 'other than'} the index in eager mode. As a "
        f"static argument the mask would ask for up to {2**mask.size:,} programs, one for each mask."
    )
    yield from means(params.length)


def means(length: int) -> Iterator[Output]:
    """The mean of 1 to `length`, before and after zeros up to a power of two."""
    vector = np.arange(1, length + 1, dtype=np.float32)
    padded = np.pad(vector, (0, (1 << (length - 1).bit_length()) - length))
    yield values(
        "mean of a padded vector",
        right=vector.mean(),
        naive=naive_mean(padded),
        masked=masked_mean(padded, length),
    )
