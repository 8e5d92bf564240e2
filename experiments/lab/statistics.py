"""Statistics of timings: medians, quartiles, and intervals by the bootstrap over rounds.

A round times every variant once, so a disturbance of the machine falls on all variants of that round;
resampling whole rounds keeps such pairs together.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from experiments.lab.blocks import Control, Interval, Ratio, Summary

RESAMPLES = 2000
MARGIN = 1.05
"""Below this ratio no winner is named, and beyond it a control is noisy."""


def summarize(samples_s: Sequence[float], calls_per_sample: int) -> Summary:
    """Median, quartiles and minimum of samples in seconds per call, and the samples as they came."""
    q25, q50, q75 = np.quantile(samples_s, [0.25, 0.5, 0.75])
    return Summary(
        median_s=float(q50),
        q25_s=float(q25),
        q75_s=float(q75),
        min_s=min(samples_s),
        samples_s=list(samples_s),
        calls_per_sample=calls_per_sample,
    )


def ratio_of_medians(of: Sequence[float], over: Sequence[float], seed: int = 0) -> tuple[float, Interval]:
    """median(of) / median(over) and its 95 % interval; `of[i]` and `over[i]` come from the same round.

    Percentile bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, section 13.3).
    Raises ValueError when the numbers of rounds differ.
    """
    if len(of) != len(over):
        raise ValueError(f"got {len(of)} and {len(over)} samples, expected one of each from every round")
    rounds = np.random.default_rng(seed).integers(len(of), size=(RESAMPLES, len(of)))
    medians = [np.median(np.asarray(samples)[rounds], axis=1) for samples in (of, over)]
    low, high = np.quantile(medians[0] / medians[1], [0.025, 0.975])
    return float(np.median(of) / np.median(over)), (float(low), float(high))


def compare_medians(of: str, over: str, samples: Mapping[str, Sequence[float]]) -> Ratio:
    """The ratio of two named variants; the winner, the faster one, is named beyond 5 % and the interval."""
    ratio, (low, high) = ratio_of_medians(samples[of], samples[over])
    winner = over if ratio > MARGIN and low > 1 else of if ratio < 1 / MARGIN and high < 1 else None
    return Ratio(of=of, over=over, median=ratio, ci95=(low, high), winner=winner)


def judge_control(first: Sequence[float], again: Sequence[float]) -> Control:
    """One variant against itself: noisy when the interval leaves 1 or reaches beyond 5 %."""
    ratio, (low, high) = ratio_of_medians(first, again)
    noisy = not (1 / MARGIN <= low <= 1 <= high <= MARGIN)
    return Control(ratio=ratio, ci95=(low, high), noisy=noisy)
