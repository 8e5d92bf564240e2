"""How often 95 % intervals of a ratio hold the true one: the lab's, and two by the bootstrap."""

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from jaxlive.lab.declare.blocks import Interval, Ratio
from jaxlive.lab.measure.medians import ratio_of_medians
from tests.jaxlive.lab.measure.synthetic import DRIFT, NOISE, RATIO, ROUNDS, Times, trials
from tests.jaxlive.lab.measure.test_control import told

RESAMPLES = 1000
PLANTED = (1.0, 1.3)
Method = Callable[[Times, Times], Interval]


def intervals() -> str:
    """Tables over noise and drift: share of intervals that hold and their median width, and early stops."""
    head = "| noise | drift | rounds | " + " | ".join(f"{name} | width" for name in METHODS) + " |"
    lines = ["### Coverage of 95 % intervals", "", head, "|---" * (3 + 2 * len(METHODS)) + "|"]
    for rounds in ROUNDS:
        for noise in NOISE:
            for drift in DRIFT:
                cells = [_coverage(method, noise, drift, rounds) for method in METHODS.values()]
                lines.append(f"| {noise} | {drift} | {rounds} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", *_stopping()]) + "\n"


def _stopping() -> list[str]:
    """A table of runs that stop as `compare` does: share of intervals that hold, and of winners named."""
    planted = (f"ratio {ratio:g}: held | winner named" for ratio in PLANTED)
    lines = ["### Runs that stop when decided", "", f"| noise | drift | {' | '.join(planted)} |"]
    lines.append("|---" * (2 + 2 * len(PLANTED)) + "|")
    for noise, drift in product(NOISE, DRIFT):
        cells = [cell for ratio in PLANTED for cell in _of_runs(told(noise, drift, ratio), ratio)]
        lines.append(f"| {noise} | {drift} | " + " | ".join(cells) + " |")
    return lines


def _of_runs(runs: Sequence[Ratio], ratio: float) -> tuple[str, str]:
    held = np.mean([run.ci95[0] <= ratio <= run.ci95[1] for run in runs])
    return f"{held:.1%}", f"{np.mean([run.winner is not None for run in runs]):.1%}"


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
