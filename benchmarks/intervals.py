"""How often 95 % intervals of a ratio hold the true one: the lab's, and two by the bootstrap."""

from collections.abc import Callable

import numpy as np

from experiments.lab.blocks import Interval
from experiments.lab.medians import ratio_of_medians
from tests.experiments.lab.synthetic import DRIFT, NOISE, RATIO, ROUNDS, Times, trials

RESAMPLES = 1000
Method = Callable[[Times, Times], Interval]


def intervals() -> str:
    """A table over noise, drift and rounds: share of 2,000 intervals that hold, and their median width."""
    head = "| noise | drift | rounds | " + " | ".join(f"{name} | width" for name in METHODS) + " |"
    lines = ["### Coverage of 95 % intervals", "", head, "|---" * (3 + 2 * len(METHODS)) + "|"]
    for rounds in ROUNDS:
        for noise in NOISE:
            for drift in DRIFT:
                cells = [_coverage(method, noise, drift, rounds) for method in METHODS.values()]
                lines.append(f"| {noise} | {drift} | {rounds} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _coverage(method: Method, noise: str, drift: str, rounds: int) -> str:
    made = np.array([method(*pair) for pair in trials(noise, drift, rounds)])
    low, high = made.T
    held = np.mean((low <= RATIO) & (high >= RATIO))
    return f"{held:.1%} | {np.median(high - low) / RATIO:.1%}"


def _order_statistics(of: Times, over: Times) -> Interval:
    return ratio_of_medians(of, over)[1]


def _bootstrap(of: Times, over: Times) -> Interval:
    """Percentiles of the ratio of medians of resampled rounds."""
    rounds = _resampled(len(of))
    return _percentiles(np.median(of[rounds], axis=1) / np.median(over[rounds], axis=1))


def _bootstrap_of_ratios(of: Times, over: Times) -> Interval:
    """Percentiles of the median of the resampled rounds' ratios."""
    return _percentiles(np.median((of / over)[_resampled(len(of))], axis=1))


def _resampled(rounds: int) -> "np.typing.NDArray[np.int64]":
    return np.random.default_rng(0).integers(rounds, size=(RESAMPLES, rounds))


def _percentiles(ratios: Times) -> Interval:
    low, high = np.quantile(ratios, [0.025, 0.975])
    return float(low), float(high)


METHODS: dict[str, Method] = {
    "order statistics": _order_statistics,
    "bootstrap of medians": _bootstrap,
    "bootstrap of ratios": _bootstrap_of_ratios,
}
