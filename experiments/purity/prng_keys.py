"""A random number is a function of a key: the same key gives the same number, a new number needs a new key.

split makes new keys of one. Which numbers they give depends on the layout of the generator, threefry: since
JAX 0.5 it is the partitionable one; the sources printed numbers of the legacy layout.
Sources: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024; Alex
McKinney, "On Learning JAX", 2023; Yu Yin, "JAX: A Brief Introduction", 2022, slide 21; Moritz Makowski, "JAX
Capability Analysis", 2023. Expect: the sources' numbers to their last digit in the legacy layout, others in
today's; and the mistake of slide 21, which drops the new key: −2.4425 at every call.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import numpy as np
from pydantic import Field

from jaxlive import Cell, Note, Output, Params, Printed, Table, experiment, printed, values


# region slide
def new_keys():
    print(jax.random.PRNGKey(18))  # old
    key = jax.random.key(18)  # today
    print(key)
    key, sub = jax.random.split(key)
    print(key, sub, sep="\n")


# endregion slide


# region states
def hidden():
    return np.random.normal()


def held(generator):
    return generator.normal()


def dropped(key):
    key, sub = jax.random.split(key)
    return jax.random.normal(sub)


def carried(key):
    key, sub = jax.random.split(key)
    return jax.random.normal(sub), key


# endregion states


def legacy(draw: Callable[..., Any], *args: Any) -> Any:
    with jax.threefry_partitionable(False):
        return draw(*args)


# region draws
def draws(seed):
    key = jax.random.key(seed)
    key, one = jax.random.split(key)
    key, two = jax.random.split(key)
    four = jax.random.split(key, 4)
    draw = jax.random.normal
    return {
        "one": draw(one),
        "two": draw(two),
        "two, again": draw(two),
        "four": jax.vmap(draw)(four),
    }


# endregion draws

PRINTED = {
    "key of split(18)": (4197003906, 1654466292),
    "sub-key of split(18)": (1685972163, 1654824463),
    "uniform(sub-key, 5)": (0.2918682, 0.90834665, 0.13555491, 0.08107758, 0.9746183),
    "normal(key, 2)": (-0.67039955, 0.02259737),
    "the same again": (-0.67039955, 0.02259737),
}
"""What the sources printed: keys from seed 18, numbers from seed 0x123456789."""


class PrngKeysParams(Params):
    """The seed of the runs that are compared with each other."""

    seed: int = Field(42, ge=0, le=2**32 - 1, description="seed of the two runs")


@experiment(title="A key for each random number", section="Purity", typical_seconds=2)
def prng_keys(params: PrngKeysParams) -> Iterator[Output]:
    """Keys as they print, who keeps the state, two runs alike, and the sources' numbers in two layouts."""
    yield Printed(label="keys", lines=printed(new_keys)[1])
    columns = ["normal number", "call", "again", "restarted"]
    yield Table(label="who keeps the state", columns=columns, rows=states())
    first, second = draws(params.seed), draws(params.seed)
    rows: list[list[Cell]] = [[name, text(first[name]), text(second[name])] for name in first]
    yield Table(label="two runs", columns=[f"normal, seed {params.seed}", "run", "next run"], rows=rows)
    yield from two_layouts()


def states() -> list[list[Cell]]:
    """Two calls, then the first after a new start, for each way to keep the state."""
    key, before = jax.random.key(0), np.random.get_state()
    starts: dict[str, Callable[[], Callable[[], Any]]] = {
        "hidden()": lambda: (np.random.seed(0), hidden)[1],
        "held(generator)": lambda: partial(held, np.random.default_rng(0)),
        "dropped(key)": lambda: partial(dropped, key),
        "dropped(key), legacy": lambda: partial(legacy, dropped, key),
        "carried(key)": lambda: partial(next, carrying(key)),
    }
    rows: list[list[Cell]] = []
    for name, start in starts.items():
        call = start()
        rows.append([name, *(f"{number:.4f}" for number in (call(), call(), start()()))])
    np.random.set_state(before)
    return rows


def carrying(key: Any) -> Iterator[Any]:
    """Numbers, each with the key that came with the one before."""
    while True:
        number, key = carried(key)
        yield number


def two_layouts() -> Iterator[Output]:
    """The sources' numbers in the layout of their time and in today's."""
    then, now = legacy(numbers), numbers()
    rows: list[list[Cell]] = [
        [name, *map(text, (said, then[name], now[name]))] for name, said in PRINTED.items()
    ]
    yield Table(label="two layouts", columns=["", "they printed", "legacy", "today"], rows=rows)
    back = [sum(np.allclose(said, of[name]) for name, said in PRINTED.items()) for of in (then, now)]
    yield Note(
        text=f"Of {len(PRINTED)} results that Burle and McKinney printed, {back[0]} come back in the legacy "
        f"layout and {back[1]} in today’s."
    )
    yield values("normal(sub-key, (3, 2)), seed 18", legacy=legacy(matrix), today=matrix())


def numbers() -> dict[str, Any]:
    """What the sources drew."""
    keys = jax.random.key_data(jax.random.split(jax.random.key(18)))
    key, sub = jax.random.split(jax.random.key(0x123456789))
    uniform = jax.random.uniform(sub, (5,))
    once, again = jax.random.normal(key, (2,)), jax.random.normal(key, (2,))
    return dict(zip(PRINTED, (*keys, uniform, once, again), strict=True))


def matrix() -> Any:
    """A draw of seed 18 that the source left without output."""
    _, sub = jax.random.split(jax.random.key(18))
    return jax.random.normal(sub, (3, 2))


def text(number: Any) -> str:
    """As NumPy prints it, in one line."""
    return " ".join(str(np.ravel(number)).strip("[]").split())
