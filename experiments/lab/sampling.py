"""Samples of seconds per call: calibrated, interleaved, with the garbage collector off.

Lengths and counts follow torch.utils.benchmark and pyperf; interleaving keeps the drift of the machine
(clock, temperature, neighbours) out of the ratios.
"""

import gc
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import repeat
from time import perf_counter, perf_counter_ns, process_time

from experiments.lab.blocks import Compile
from experiments.lab.statistics import FEWEST
from experiments.lab.variants import Variant, finished

MIN_SAMPLE_S = 5e-3
MIN_ROUNDS, MAX_ROUNDS = FEWEST, 30


class NotWaitedFor(RuntimeError):
    """A variant whose clock would stop before its work is done."""


@dataclass
class Contestant:
    """A variant that agreed with the reference: what is known of it, and its samples by round.

    `samples` and `queued` are seconds per call, with a wait after each call and with one at the end;
    `cores` is processor time of this process over time.
    """

    name: str
    variant: Variant
    dtype: str
    error: float
    compiled: Compile | None
    calls_per_sample: int
    samples: list[float] = field(default_factory=list)
    queued: list[float] = field(default_factory=list)
    cores: list[float] = field(default_factory=list)

    def again(self) -> "Contestant":
        """The same variant without samples."""
        return replace(self, samples=[], queued=[], cores=[])

    def sample(self) -> None:
        """Add a sample of latency, and one of throughput where calls can return before their work is done."""
        calls, busy = self.calls_per_sample, process_time()
        seconds = elapsed(self.variant, calls)
        self.cores.append((process_time() - busy) / seconds)
        self.samples.append(seconds / calls)
        if self.variant.wait and calls > 1:
            self.queued.append(elapsed_queued(self.variant, calls) / calls)


def elapsed(variant: Variant, calls: int) -> float:
    """Seconds that `calls` calls take, each waited for before the next."""
    call, wait = variant.call, variant.wait
    with variant.scope():
        start = perf_counter_ns()
        if wait is None:
            for _ in repeat(None, calls):
                call()
        else:
            for _ in repeat(None, calls):
                wait(call())
        return (perf_counter_ns() - start) * 1e-9


def elapsed_queued(variant: Variant, calls: int) -> float:
    """Seconds that `calls` calls take with one wait, for the results of all, at the end."""
    call, wait = variant.call, variant.wait or _returned
    with variant.scope():
        start = perf_counter_ns()
        wait([call() for _ in range(calls)])
        return (perf_counter_ns() - start) * 1e-9


def _returned(result: object) -> None:
    """A call that returned is done."""


def check_waited(name: str, variant: Variant, calls: int) -> None:
    """Raise NotWaitedFor when a result is still being computed after its wait: the clock would stop early."""
    wait = variant.wait or _returned
    with variant.scope():
        for _ in range(calls):
            result = variant.call()
            wait(result)
            if not finished(result):
                raise NotWaitedFor(
                    f"{name} returned before its result was there: pass the clock a `wait` that blocks until "
                    "it is, such as jax.block_until_ready or torch.cuda.synchronize"
                )


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

    Stops after 30 rounds, or when the budget is spent, but never before the sixth round.
    """
    shuffled, order = list(contestants), random.Random(0)
    deadline = perf_counter() + budget_s
    for done in range(1, MAX_ROUNDS + 1):
        order.shuffle(shuffled)
        with _collector_off():
            for contestant in shuffled:
                contestant.sample()
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
