"""Medians of timings: quartiles, outliers, and intervals without an assumption on the noise.

A drift of the machine falls on all variants of a round: intervals are those of the ratios within a round.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.special import bdtr

from jaxlive.lab.declare.blocks import Interval, Outliers, Summary

Samples = Sequence[float] | npt.NDArray[np.float64]

CONFIDENCE = 0.95
FEWEST = 6
"""Fewer samples have no interval of 95 %: their whole range covers the median in 94 % of cases, or fewer."""


def summarize(samples_s: Sequence[float], calls_per_sample: int) -> Summary:
    """Median with its 95 % interval, quartiles, minimum and outliers of seconds per call, and the samples."""
    q25, q50, q75 = np.quantile(samples_s, [0.25, 0.5, 0.75])
    return Summary(
        median_s=float(q50),
        ci95_s=median_interval(samples_s),
        q25_s=float(q25),
        q75_s=float(q75),
        min_s=min(samples_s),
        samples_s=list(samples_s),
        calls_per_sample=calls_per_sample,
        outliers=_outliers(np.asarray(samples_s), q25, q75),
    )


def _outliers(samples: npt.NDArray[np.float64], q25: float, q75: float) -> Outliers:
    """Beyond Tukey's fences (Exploratory Data Analysis, 1977), in the classes of Criterion."""
    fence = 1.5 * (q75 - q25)
    low, high = (q25 - samples) > fence, (samples - q75) > fence
    low_severe, high_severe = (q25 - samples) > 2 * fence, (samples - q75) > 2 * fence
    return Outliers(
        low_severe=int(low_severe.sum()),
        low_mild=int((low & ~low_severe).sum()),
        high_mild=int((high & ~high_severe).sum()),
        high_severe=int(high_severe.sum()),
    )


def median_interval(samples: Samples) -> Interval:
    """The 95 % interval of the median: between two order statistics, whatever the noise's distribution.

    The exact probabilities of neighbouring order statistics are interpolated to 95 % (Hettmansperger and
    Sheather, Statistics & Probability Letters 4, 1986). The whole range for fewer than six samples.
    """
    ordered, n = np.sort(samples), len(samples)
    k = np.arange(1, n // 2 + 1)
    covered = 1 - 2 * bdtr(k - 1, n, 0.5)
    at = int((covered >= CONFIDENCE).sum())
    if not at:
        return float(ordered[0]), float(ordered[-1])
    inner = covered[at] if at < len(covered) else 0.0
    excess = (covered[at - 1] - CONFIDENCE) / (covered[at - 1] - inner)
    inwards = (n - at) * excess / (at + (n - 2 * at) * excess)
    low = ordered[at - 1] + inwards * (ordered[at] - ordered[at - 1])
    high = ordered[n - at] - inwards * (ordered[n - at] - ordered[n - at - 1])
    return float(low), float(high)


def ratio_of_medians(of: Samples, over: Samples) -> tuple[float, Interval]:
    """median(of) / median(over), and the 95 % interval of the ratio; `of[i]` and `over[i]` share a round.

    The interval is that of the median of the rounds' ratios, widened to hold the ratio of the medians.
    Raises ValueError when the numbers of rounds differ.
    """
    if len(of) != len(over):
        raise ValueError(f"got {len(of)} and {len(over)} samples, expected one of each from every round")
    ratio = float(np.median(of) / np.median(over))
    low, high = np.exp(median_interval(np.log(of) - np.log(over)))
    return ratio, (min(float(low), ratio), max(float(high), ratio))
