import gc
from dataclasses import replace
from itertools import islice

import jax
import numpy as np
import pytest

from jaxlive.lab.measure.sampling import (
    LOOKS,
    Contestant,
    NotWaitedFor,
    calibrate,
    check_waited,
    elapsed,
    elapsed_queued,
    rounds,
)
from jaxlive.lab.measure.variants import Variant, jitted, numpy
from tests.jaxlive.lab.measure.variants import lasting


def counting(calls: list[str], name: str) -> Variant:
    def call() -> None:
        calls.append(name)

    return numpy(call)


def contestant(name: str, variant: Variant) -> Contestant:
    return Contestant(name, variant, "float32", 0.0, None, calls_per_sample=2)


def all_rounds(contestants: list[Contestant], budget_s: float = 60) -> list[int]:
    return list(rounds(contestants, (), budget_s, lambda: False))


def test_every_round_has_every_contestant_in_an_order_of_its_own() -> None:
    calls: list[str] = []
    contestants = [contestant(name, counting(calls, name)) for name in "abc"]
    assert all_rounds(contestants) == list(range(1, LOOKS[-1] + 1))
    orders = ["".join(calls[i : i + 12]) for i in range(0, len(calls), 12)]
    assert all(sorted(order) == list("aaaabbbbcccc") for order in orders)  # one sample discarded, one kept
    assert len(set(orders)) > 1
    assert all(list(entry.samples) == list(range(1, LOOKS[-1] + 1)) for entry in contestants)


def test_the_order_is_the_same_every_time() -> None:
    runs: list[list[str]] = [[], []]
    for calls in runs:
        all_rounds([contestant(name, counting(calls, name)) for name in "abc"])
    assert runs[0] == runs[1]


def test_a_spent_budget_still_gives_seven_rounds() -> None:
    assert all_rounds([contestant("a", lasting(1e-3))], budget_s=0) == list(range(1, 8))


def test_samples_are_looked_at_after_fixed_numbers_of_rounds_only() -> None:
    looks: list[int] = []
    watched = contestant("a", lasting(0))

    def never_enough() -> bool:
        looks.append(len(watched.samples))
        return False

    assert len(list(rounds([watched], (), 60, never_enough))) == LOOKS[-1]
    assert tuple(looks) == LOOKS


def test_enough_ends_a_run_at_a_look() -> None:
    assert len(list(rounds([contestant("a", lasting(0))], (), 60, lambda: True))) == LOOKS[0]


def test_the_sample_right_after_another_variant_is_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    lasted = iter([3e-2, 1e-3] * LOOKS[-1])  # the first sample after a change is slow
    monkeypatch.setattr("jaxlive.lab.measure.sampling.elapsed", lambda *_: next(lasted))
    entry = replace(contestant("a", lasting(0)), calls_per_sample=1)
    list(islice(rounds([entry], (), 60, lambda: False), 7))
    assert list(entry.samples.values()) == [1e-3] * 7


def test_a_long_sample_is_not_taken_twice() -> None:
    calls: list[str] = []
    slow, wait = counting(calls, "a"), lasting(0.051).call
    both = replace(slow, call=lambda: (slow.call(), wait()))
    all_rounds([replace(contestant("a", both), calls_per_sample=1)], budget_s=0)
    assert len(calls) == 7


def test_a_slow_bystander_rests_and_the_headline_goes_on() -> None:
    pair = [contestant(name, lasting(1e-4)) for name in ("of", "over")]
    bystander = contestant("bystander", lasting(2e-3))
    list(rounds([*pair, bystander], ("of", "over"), 60, lambda: False))
    assert [len(one.samples) for one in pair] == [LOOKS[-1]] * 2
    assert 7 <= len(bystander.samples) < LOOKS[-1] / 2


def test_the_garbage_collector_rests_during_samples_and_works_between() -> None:
    states: list[bool] = []
    watched = numpy(lambda: states.append(gc.isenabled()))
    between = [gc.isenabled() for _ in rounds([contestant("a", watched)], (), 0, lambda: False)]
    assert not any(states)
    assert all(between)


@pytest.mark.parametrize(
    ("took", "calls"),
    [
        ([4e-3, 3e-3, 3e-3], 1),
        ([1e-3, 5e-4, 1e-3, 2e-3, 2e-3], 4),
        ([1e-3, 9e-3, 5e-4, 2e-3, 2e-3], 2),  # one of the first two was disturbed
    ],
)
def test_calls_grow_until_a_sample_lasts_2_ms(
    took: list[float], calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seconds of two discarded calls, and of each sample."""
    samples = iter(took)
    monkeypatch.setattr("jaxlive.lab.measure.sampling.elapsed", lambda *_: next(samples))
    assert calibrate(lasting(0)) == calls
    assert not [*samples]


def test_every_call_is_waited_for() -> None:
    waited: list[object] = []
    patient = replace(numpy(lambda: np.float32(1)), wait=waited.append)
    assert elapsed(patient, 3) > 0
    assert waited == [np.float32(1)] * 3


def test_queued_calls_are_waited_for_once_and_all() -> None:
    waited: list[object] = []
    patient = replace(numpy(lambda: np.float32(1)), wait=waited.append)
    assert elapsed_queued(patient, 3) > 0
    assert waited == [[np.float32(1)] * 3]


def test_throughput_is_sampled_only_where_calls_can_return_early() -> None:
    queueing = replace(lasting(1e-4), wait=lambda _: None)
    contestants = [contestant("returns done", lasting(1e-4)), contestant("queues", queueing)]
    all_rounds(contestants, budget_s=0)
    assert [len(one.queued) for one in contestants] == [0, 2]  # of seven rounds, every fourth


def test_a_busy_call_uses_a_core() -> None:
    (busy,) = contestants = [contestant("busy", lasting(5e-3))]
    all_rounds(contestants, budget_s=0)
    assert len(busy.cores) == 7
    assert 0 < max(busy.cores) < 1.5


def test_a_variant_that_is_not_waited_for_is_caught() -> None:
    """As in published timings: the call has only been queued when the clock stops."""
    slow, x = jax.jit(lambda x: jax.numpy.sin(x) + jax.numpy.cos(x)), np.ones(10_000_000, np.float32)
    waiting = jitted(slow, x)
    check_waited("waiting", waiting, 2)
    with pytest.raises(NotWaitedFor, match="hasty returned before its result was there"):
        check_waited("hasty", replace(waiting, wait=None), 2)
    with pytest.raises(NotWaitedFor):
        check_waited("hasty", numpy(slow, *jax.device_put([x])), 2)
