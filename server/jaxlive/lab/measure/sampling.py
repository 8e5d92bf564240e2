"""Samples of seconds per call: calibrated, interleaved, with the garbage collector off.

Interleaving keeps the drift of the machine (clock, temperature, neighbours) out of the ratios. Samples are
short, so that there are many of them: the noise of a shared machine lasts longer than a sample. What runs
right after another variant finds that one's caches, threads and pages, and is discarded. The two variants
that the headline compares come first: others are sampled less often when they would take most of the time.
"""

import gc
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import repeat
from time import perf_counter, perf_counter_ns, process_time

from jaxlive.lab.declare.blocks import Compile
from jaxlive.lab.measure.medians import FEWEST
from jaxlive.lab.measure.variants import Variant, finished

MIN_SAMPLE_S = 2e-3
SETTLED_S = 50e-3
"""A sample this long is not worth a discarded one: what another variant leaves behind costs milliseconds."""
MIN_ROUNDS = FEWEST + 1
LOOKS = (24, 48, 96, 192)
"""Rounds after which the samples are looked at; there are never more than the last."""
QUEUED_EVERY = 4
"""Rounds: throughput stands beside the latency, and is compared with nothing."""


class NotWaitedFor(RuntimeError):
    """A variant whose clock would stop before its work is done."""


@dataclass(eq=False)
class Contestant:
    """A variant that agreed with the reference: what is known of it, and its samples by round.

    `samples`, by round, and `queued` are seconds per call, with a wait after each call and with one at the
    end; `cores` is processor time of this process over time; `spent_s` what all of them took.
    """

    name: str
    variant: Variant
    dtype: str
    error: float
    compiled: Compile | None
    calls_per_sample: int
    samples: dict[int, float] = field(default_factory=dict)
    queued: list[float] = field(default_factory=list)
    cores: list[float] = field(default_factory=list)
    spent_s: float = 0.0

    def sample(self, round_: int) -> None:
        """Add a sample of latency, and now and then one of throughput where calls can return before they end.

        The first sample after another variant is discarded, unless it is so long that this changes little.
        """
        start, calls = perf_counter(), self.calls_per_sample
        seconds, cores = self._timed()
        if seconds < SETTLED_S:
            seconds, cores = self._timed()
        self.samples[round_] = seconds / calls
        self.cores.append(cores)
        if round_ % QUEUED_EVERY == 1 and self.variant.wait and calls > 1:
            self.queued.append(elapsed_queued(self.variant, calls) / calls)
        self.spent_s += perf_counter() - start

    def _timed(self) -> tuple[float, float]:
        busy = process_time()
        seconds = elapsed(self.variant, self.calls_per_sample)
        return seconds, (process_time() - busy) / seconds


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
    """Calls that make a sample last at least 2 ms, found by doubling after two discarded calls.

    Asked twice, as a single disturbance would let one fast call pass for a slow one.
    """
    elapsed(variant, 2)
    calls = 1
    while any(elapsed(variant, calls) < MIN_SAMPLE_S for _ in range(2)):
        calls *= 2
    return calls


def rounds(
    contestants: Sequence[Contestant], headline: Sequence[str], budget_s: float, enough: Callable[[], bool]
) -> Iterator[int]:
    """Sample contestants round by round, in seeded random order; yield the number of rounds so far.

    After the seventh round one that the headline does not name rests while it has taken more time than those
    that it names. Stops when the samples are `enough`, asked after fixed numbers of rounds only: a look after
    every round would end a run just when chance makes it look decided. Or when the budget is spent, but never
    before the seventh round.
    """
    shuffled, order = list(contestants), random.Random(0)
    named = [one for one in contestants if one.name in headline] or shuffled
    deadline = perf_counter() + budget_s
    for done in range(1, LOOKS[-1] + 1):
        order.shuffle(shuffled)
        share_s = sum(one.spent_s for one in named)
        with _collector_off():
            for one in shuffled:
                if done <= MIN_ROUNDS or one in named or one.spent_s <= share_s:
                    one.sample(done)
        yield done
        if (done in LOOKS and enough()) or (done >= MIN_ROUNDS and perf_counter() > deadline):
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
