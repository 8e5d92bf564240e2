"""What a run can tell apart: its resolution, and the one rule by which a winner is named.

The rule is written down in docs/protocol.md; whoever names a winner asks `compare_medians`. It looks at the
ratios within a round, which the pace of the machine does not touch.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from jaxlive.lab.declare.blocks import Control, Interval, Outcome, Ratio
from jaxlive.lab.measure.medians import Samples, median_interval, ratio_of_medians

MARGIN = 1.05
"""Closer than this nothing counts as faster, however fine the run."""
ALIKE = 1.1
"""Two variants are alike when they surely differ by less."""
ByRound = Mapping[int, float]
"""Samples of a variant; variants that rested in some rounds lack those."""


def resolution(logs: Samples) -> float:
    """How far off the median of these logarithms, one for each round, may be: a ratio of at least 1.

    Half of the width of its 95 % interval, or how far one quarter of the rounds strays from the whole,
    whichever is more: the interval takes rounds for independent, and a state that lasts for many is not.
    """
    low, high = median_interval(logs)
    astray = [abs(np.median(quarter) - np.median(logs)) for quarter in np.array_split(logs, 4)]
    return float(np.exp(max((high - low) / 2, *astray)))


def outcome(interval: Interval, resolution: float) -> Outcome:
    """Faster when the whole interval lies beyond the resolution and 5 %, alike when within 10 %."""
    low, high = interval
    far = max(MARGIN, resolution)
    if low > far or high < 1 / far:
        return "faster"
    return "alike" if low >= 1 / ALIKE and high <= ALIKE else "undecided"


def compare_medians(of: str, over: str, samples: Mapping[str, ByRound]) -> Ratio:
    """The ratio of two named variants over the rounds that have both, and the faster one where it is told."""
    ofs, overs = _shared(samples, (of, over))
    ratio, interval = ratio_of_medians(ofs, overs)
    told_apart = resolution(np.log(ofs) - np.log(overs))
    told = outcome(interval, told_apart)
    winner = (over if ratio > 1 else of) if told == "faster" else None
    return Ratio(
        of=of, over=over, median=ratio, ci95=interval, resolution=told_apart, outcome=told, winner=winner
    )


def judge_control(samples: Mapping[str, ByRound], headline: Ratio | None) -> Control:
    """What the headline compares, or the times where it is a time, in late rounds against early ones.

    Noisy when the headline is undecided; one that is a time, when the machine changed its pace by more than
    5 % and chance.
    """
    times = _shared(samples, (headline.of, headline.over) if headline else tuple(samples))
    logs = np.log(times)
    pace = logs.mean(axis=0)
    compared = logs[0] - logs[1] if headline else pace
    ratio, interval = _late_over_early(compared)
    drift, drift_interval = _late_over_early(pace)
    return Control(
        ratio=ratio,
        ci95=interval,
        resolution=resolution(compared),
        drift=drift,
        drift_ci95=drift_interval,
        noisy=(headline.outcome == "undecided") if headline else outcome(drift_interval, 1) == "faster",
    )


def _shared(samples: Mapping[str, ByRound], names: Sequence[str]) -> npt.NDArray[np.float64]:
    """The samples of these variants, a row each, in the rounds that have all of them."""
    rounds = [number for number in samples[names[0]] if all(number in samples[name] for name in names)]
    return np.array([[samples[name][number] for number in rounds] for name in names])


def _late_over_early(logs: npt.NDArray[np.float64]) -> tuple[float, Interval]:
    """The late half over the early half of the rounds, as a ratio with its 95 % interval."""
    half = len(logs) // 2
    differences = logs[-half:] - logs[:half]
    low, high = np.exp(median_interval(differences))
    return float(np.exp(np.median(differences))), (float(low), float(high))
