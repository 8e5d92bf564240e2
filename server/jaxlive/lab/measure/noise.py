"""What weakens a measurement, in words: nothing is dropped or repeated for it, all of it is said."""

import math
from collections.abc import Iterator, Sequence

from jaxlive.lab.declare.blocks import Control, Ratio, Row
from jaxlive.lab.declare.environment import machine_cores
from jaxlive.lab.measure.control import MARGIN, outcome

WIDE = 0.1
"""Quartiles this far apart, relative to the median, are said: pyperf warns of a like deviation."""
MANY = 0.1
"""A share of outliers from which they are said."""
STOLEN = 0.02
"""A share of processor time that other machines took from which it is said."""


def flags(
    rows: Sequence[Row], ratios: Sequence[Ratio], control: Control, load_average: float, stolen: float
) -> list[str]:
    """A sentence for each weakness: undecided headline, drift, spread, outliers, a busy machine or host."""
    sentences = list(_of_control(ratios, control))
    for row in rows:
        sentences += _of_row(row)
    if load_average > machine_cores():
        sentences.append(
            f"The machine was busy: {load_average:.1f} processes wanted its {machine_cores()} cores."
        )
    if stolen > STOLEN:
        sentences.append(f"Other machines on this host took {stolen:.0%} of the processor time.")
    return sentences


def percent(resolution: float) -> str:
    """How far beyond 1 a resolution is, in whole percent, rounded up: 7 %."""
    return f"{math.ceil(100 * (resolution - 1))} %"


def _of_control(ratios: Sequence[Ratio], control: Control) -> Iterator[str]:
    if ratios and control.noisy:
        yield _undecided(ratios[0])
    if outcome(control.drift_ci95, 1) == "faster":
        yield (
            f"The machine changed its speed: late rounds took {control.drift:.2f} times as long as early "
            "ones. The ratios hold, but the times average both."
        )


def _undecided(ratio: Ratio) -> str:
    if ratio.resolution > MARGIN:
        return (
            f"Too noisy to tell {ratio.of} from {ratio.over}: this run only sees differences "
            f"above {percent(ratio.resolution)}."
        )
    low, high = ratio.ci95
    return f"Too close to call: {ratio.of} takes {low:.2f} to {high:.2f} times as long as {ratio.over}."


def _of_row(row: Row) -> Iterator[str]:
    latency = row.latency
    spread = (latency.q75_s - latency.q25_s) / latency.median_s
    if spread > WIDE:
        yield f"{row.variant}: half of the samples spread over {spread:.0%} of the median."
    beyond, severe = latency.outliers, latency.outliers.low_severe + latency.outliers.high_severe
    count = severe + beyond.low_mild + beyond.high_mild
    if count > MANY * len(latency.samples_s):
        yield f"{row.variant}: {count} of {len(latency.samples_s)} samples are outliers, {severe} severe."
