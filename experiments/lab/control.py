"""What a run can tell apart: its resolution, and the one rule by which a winner is named.

Every variant is its own control: each of its samples against the one of the next round, the same code twice.
The resolution is the edge of the 95 % interval of the median of these ratios: two runs of the same code
differ by less. The rule is written down in docs/protocol.md; whoever names a winner asks `compare_medians`.
"""

from collections.abc import Mapping

import numpy as np

from experiments.lab.blocks import Control, Interval, Outcome, Ratio
from experiments.lab.medians import Samples, median_interval, ratio_of_medians

MARGIN = 1.05
"""Closer than this nothing counts as faster, however fine the run."""
ALIKE = 1.1
"""Two variants are alike when they surely differ by less."""
ByRound = Mapping[int, float]
"""Samples of a variant; variants that rested in some rounds lack those."""


def resolution(samples: Samples) -> float:
    """The ratio, at least 1, beyond which a run tells apart: each sample against the next one."""
    low, high = _against_itself(samples)
    return max(1 / low, high)


def outcome(interval: Interval, resolution: float) -> Outcome:
    """Faster when the whole interval lies beyond the resolution and 5 %, alike when within 10 %."""
    low, high = interval
    far = max(MARGIN, resolution)
    if low > far or high < 1 / far:
        return "faster"
    return "alike" if low >= 1 / ALIKE and high <= ALIKE else "undecided"


def compare_medians(of: str, over: str, samples: Mapping[str, ByRound]) -> Ratio:
    """The ratio of two named variants over the rounds that have both, and the faster one where it is told."""
    shared = [number for number in samples[over] if number in samples[of]]
    ofs, overs = ([samples[name][number] for number in shared] for name in (of, over))
    ratio, interval = ratio_of_medians(ofs, overs)
    finest = max(resolution(ofs), resolution(overs))
    told = outcome(interval, finest)
    winner = (over if ratio > 1 else of) if told == "faster" else None
    return Ratio(
        of=of, over=over, median=ratio, ci95=interval, resolution=finest, outcome=told, winner=winner
    )


def judge_control(samples: Mapping[str, ByRound], headline: Ratio | None) -> Control:
    """The coarser one of the variants that the headline compares, against itself; of all without a headline.

    Noisy when the headline is undecided. A headline that is a time is noisy when the late half of the rounds
    differs from the early half by more than 5 % and chance.
    """
    judged = (headline.of, headline.over) if headline else tuple(samples)
    times_of = {name: list(samples[name].values()) for name in judged}
    coarsest = max(judged, key=lambda name: resolution(times_of[name]))
    times = times_of[coarsest]
    half = len(times) // 2
    drift, drift_interval = ratio_of_medians(times[-half:], times[:half])
    drifted = outcome(drift_interval, 1) == "faster"
    return Control(
        variant=coarsest,
        ratio=float(np.exp(np.median(np.diff(np.log(times))))),
        ci95=_against_itself(times),
        resolution=resolution(times),
        drift=drift,
        drift_ci95=drift_interval,
        noisy=headline.outcome == "undecided" if headline else drifted,
    )


def _against_itself(samples: Samples) -> Interval:
    low, high = np.exp(median_interval(np.diff(np.log(samples))))
    return float(low), float(high)
