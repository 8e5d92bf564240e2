"""Synthetic timings: noise of a sample, and drift of the machine that all variants of a round share."""

import os
from collections.abc import Callable, Collection, Iterator
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

Times = npt.NDArray[np.float64]
Model = Callable[[np.random.Generator, int], Times]

RATIO = 1.3
TRIALS = 2000
ALL = bool(os.environ.get("JAXLIVE_SOAK_STATISTICS"))
ROUNDS = (6, 10, 30)
NOISE: dict[str, Model] = {
    "log-normal": lambda rng, rounds: np.exp(rng.normal(0, 0.05, rounds)),
    "heavy tails": lambda rng, rounds: np.exp(0.05 * rng.standard_t(2, rounds)),
    "only slower": lambda rng, rounds: 1 + 0.05 * rng.pareto(2, rounds),
    "spikes": lambda rng, rounds: (
        np.exp(rng.normal(0, 0.02, rounds)) * np.where(rng.random(rounds) < 0.15, 1.5, 1)
    ),
}
DRIFT: dict[str, Model] = {
    "none": lambda rng, rounds: np.ones(rounds),
    "linear": lambda rng, rounds: np.linspace(1, 1.2, rounds),
    "step": lambda rng, rounds: np.where(np.linspace(0, 1, rounds) > rng.random(), 1.2, 1),
    "random walk": lambda rng, rounds: np.exp(np.cumsum(rng.normal(0, 0.03, rounds))),
}


def one_in(share: int, *factors: Collection[str] | Collection[int]) -> list[tuple[Any, ...]]:
    """One in so many of all combinations, spread as in a Latin square: no factor stays at one level.

    JAXLIVE_SOAK_STATISTICS=all for all of them.
    """
    combinations = (zip(*chosen, strict=True) for chosen in product(*map(enumerate, factors)))
    return [levels for places, levels in combinations if ALL or sum(places) % share == 0]


def trials(noise: str, drift: str, rounds: int, seed: int = 0) -> Iterator[tuple[Times, Times]]:
    """Times of two variants round by round, the first slower by RATIO."""
    rng = np.random.default_rng(seed)
    for _ in range(TRIALS):
        level = DRIFT[drift](rng, rounds)
        yield RATIO * level * NOISE[noise](rng, rounds), level * NOISE[noise](rng, rounds)
