"""What weakens a measurement, in words: nothing is dropped or repeated for it, all of it is said."""

from collections.abc import Iterator, Sequence

from experiments.lab.blocks import Control, Row
from experiments.lab.environment import core_count
from experiments.lab.statistics import holds_one

FEW_ROUNDS = 10
WIDE = 0.1
"""Quartiles this far apart, relative to the median, are said: pyperf warns of a like deviation."""
MANY = 0.1
"""A share of outliers from which they are said."""


def flags(rows: Sequence[Row], control: Control, rounds: int, load_average: float) -> list[str]:
    """A sentence for each weakness: noisy control, drift, few rounds, spread, outliers, a busy machine."""
    sentences = list(_of_control(control))
    if rounds < FEW_ROUNDS:
        sentences.append(f"Calls are slow: only {rounds} rounds.")
    for row in rows:
        sentences += _of_row(row)
    if load_average > core_count():
        sentences.append(
            f"The machine was busy: {load_average:.1f} processes wanted its {core_count()} cores."
        )
    return sentences


def _of_control(control: Control) -> Iterator[str]:
    low, high = control.ci95
    if not holds_one(control.ci95):
        yield f"Noisy: a variant against itself came out between {low:.2f} and {high:.2f}."
    elif control.noisy:
        yield f"Noisy: late rounds took {control.drift:.2f} times as long as early ones."


def _of_row(row: Row) -> Iterator[str]:
    latency = row.latency
    spread = (latency.q75_s - latency.q25_s) / latency.median_s
    if spread > WIDE:
        yield f"{row.variant}: half of the samples spread over {spread:.0%} of the median."
    beyond, severe = latency.outliers, latency.outliers.low_severe + latency.outliers.high_severe
    count = severe + beyond.low_mild + beyond.high_mild
    if count > MANY * len(latency.samples_s):
        yield f"{row.variant}: {count} of {len(latency.samples_s)} samples are outliers, {severe} severe."
