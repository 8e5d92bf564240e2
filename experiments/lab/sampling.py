"""Samples of seconds per call: calibrated, interleaved, with the garbage collector off.

Lengths and counts follow torch.utils.benchmark and pyperf; interleaving keeps the drift of the machine
(clock, temperature, neighbours) out of the ratios.
"""

import gc
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter, perf_counter_ns

from experiments.lab.blocks import Compile
from experiments.lab.variants import Variant

MIN_SAMPLE_S = 5e-3
MIN_ROUNDS, MAX_ROUNDS = 5, 30


@dataclass
class Contestant:
    """A variant that agreed with the reference: what is known of it, and its seconds per call by round."""

    name: str
    variant: Variant
    dtype: str
    error: float
    compiled: Compile | None
    calls_per_sample: int
    samples: list[float] = field(default_factory=list)


def elapsed(variant: Variant, calls: int) -> float:
    """Seconds that `calls` calls take, each waited for before the next."""
    call, wait = variant.call, variant.wait
    with variant.scope():
        start = perf_counter_ns()
        for _ in range(calls):
            wait(call())
        return (perf_counter_ns() - start) * 1e-9


def calibrate(variant: Variant) -> int:
    """Calls that make a sample last at least 5 ms, found by doubling after two discarded calls.

    Asked twice, as a single disturbance would let one fast call pass for a slow one.
    """
    elapsed(variant, 2)
    calls = 1
    while any(elapsed(variant, calls) < MIN_SAMPLE_S for _ in range(2)):
        calls *= 2
    return calls


def rounds(contestants: Sequence[Contestant], budget_s: float) -> Iterator[int]:
    """Sample every contestant once a round, in seeded random order; yield the number of rounds so far.

    Stops after 30 rounds, or when the budget is spent, but never before the fifth round.
    """
    shuffled, order = list(contestants), random.Random(0)
    deadline = perf_counter() + budget_s
    for done in range(1, MAX_ROUNDS + 1):
        order.shuffle(shuffled)
        with _collector_off():
            for contestant in shuffled:
                calls = contestant.calls_per_sample
                contestant.samples.append(elapsed(contestant.variant, calls) / calls)
        yield done
        if done >= MIN_ROUNDS and perf_counter() > deadline:
            return


@contextmanager
def _collector_off() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
