"""Wind needs keys: each key gives its own gusts, and two throws with the same key are the same throw.

    std of the landing ≈ gust · ‖∂ landing / ∂ wind‖,       gusts independent in each step

The formula is that of first order: the gradient by the wind of all 400 steps, in one call of grad.
Expect: a hundred throws with a key each spread as the formula says; one key for all gives a flat line. The
mean of two throws strays less, by √2, unless both got the same key: then it's as uncertain as one throw. JAX
stays silent about that, unless `jax_debug_key_reuse` is on.
"""

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import random
from pydantic import Field

from experiments.throw.flight import ANGLE, CALM, SPEED, landing
from jaxlive import Array, Axis, Cell, Note, Output, Params, Point, Series, Table, experiment, raises, values


# region slide
@jax.jit
def gusty(key, gust):
    wind = random.normal(key, (400,))
    wind = gust * wind
    return landing(ANGLE, SPEED, wind)


def a_key_each(key, gust, throws):
    keys = random.split(key, throws)
    many = jax.vmap(gusty, (0, None))
    return many(keys, gust)


# endregion slide


# region twice
def two_keys(key, gust):
    one, two = random.split(key)
    return (
        gusty(one, gust),
        gusty(two, gust),
    )


def one_key_twice(key, gust):
    return (
        gusty(key, gust),
        gusty(key, gust),
    )


# endregion twice


class GustsParams(Params):
    """How strong the gusts are, how many throws, and the seed of all keys."""

    gust: float = Field(
        5, ge=0.5, le=10, description="standard deviation of the wind", json_schema_extra={"unit": "m/s"}
    )
    throws: int = Field(
        100, ge=10, le=1000, description="each in its own wind", json_schema_extra={"unit": "throws"}
    )
    seed: int = Field(0, ge=0, le=2**32 - 1, description="of the first key")


@experiment(title="Each throw has its own wind", section="Throw", typical_seconds=4)
def gusts(params: GustsParams) -> Iterator[Output]:
    """Landings with a key each and with one for all, their spread by formula, and the mean of two."""
    key, gust = random.key(params.seed), params.gust
    landings = np.asarray(a_key_each(key, gust, params.throws))
    yield side_by_side(landings, float(gusty(key, gust)))
    own, other = random.split(key)
    throws = {"a_key": gusty(own, gust), "the_same_key": gusty(own, gust), "another_key": gusty(other, gust)}
    yield values("landing, in metres", **throws, still_air=landing(ANGLE, SPEED))
    by_wind = jax.grad(landing, 2)(ANGLE, SPEED, jnp.asarray(CALM))
    yield values(
        "spread, in metres", throws=landings.std(ddof=1), formula=gust * np.linalg.norm(np.asarray(by_wind))
    )
    yield from means(random.split(key, params.throws), gust)
    with jax.debug_key_reuse(True):
        yield raises("jax_debug_key_reuse", lambda: one_key_twice(random.key(params.seed), gust))


def side_by_side(landings: Array, lands_at: float) -> Series:
    """Throw by throw, where they land with a key each and with one for all."""
    label, x = "one key or many", Axis(label="throw")
    points = [Point(line="a key each", x=n, y=float(each)) for n, each in enumerate(landings)]
    points += [Point(line="one key for all", x=n, y=lands_at) for n in (0, len(landings) - 1)]
    return Series(label=label, x=x, y=Axis(label="lands at", unit="m"), points=points)


def means(keys: Any, gust: float) -> Iterator[Output]:
    """How far the mean of two throws strays, where they have keys of their own and where they share one."""
    rows, spreads = list[list[Cell]](), list[float]()
    for name, pair in (("one each", two_keys), ("one for both", one_key_twice)):
        first, second = np.asarray(jax.vmap(pair, (0, None))(keys, gust))
        spreads.append(float(((first + second) / 2).std(ddof=1)))
        rows.append([name, float(np.corrcoef(first, second)[0, 1]), spreads[-1]])
    yield Table(label="mean of two", columns=["keys", "correlation", "std of mean, m"], rows=rows)
    yield Note(text=f"With one key for both, the mean strays {spreads[1] / spreads[0]:.2f} times as far.")
