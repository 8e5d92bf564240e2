import gc
from dataclasses import replace

import jax
import numpy as np
import pytest

from experiments.lab.sampling import (
    Contestant,
    NotWaitedFor,
    calibrate,
    check_waited,
    elapsed,
    elapsed_queued,
    rounds,
)
from experiments.lab.variants import Variant, jitted, numpy
from tests.experiments.lab.variants import lasting


def counting(calls: list[str], name: str) -> Variant:
    def call() -> None:
        calls.append(name)

    return numpy(call)


def contestant(name: str, variant: Variant) -> Contestant:
    return Contestant(name, variant, "float32", 0.0, None, calls_per_sample=2)


def test_every_round_has_every_contestant_in_an_order_of_its_own() -> None:
    calls: list[str] = []
    contestants = [contestant(name, counting(calls, name)) for name in "abc"]
    assert list(rounds(contestants, budget_s=60)) == list(range(1, 31))
    orders = ["".join(calls[i : i + 6]) for i in range(0, len(calls), 6)]
    assert all(sorted(order) == list("aabbcc") for order in orders)
    assert len(set(orders)) > 1
    assert all(len(entry.samples) == 30 for entry in contestants)


def test_the_order_is_the_same_every_time() -> None:
    runs: list[list[str]] = [[], []]
    for calls in runs:
        list(rounds([contestant(name, counting(calls, name)) for name in "abc"], budget_s=60))
    assert runs[0] == runs[1]


def test_a_spent_budget_still_gives_six_rounds() -> None:
    assert list(rounds([contestant("a", lasting(1e-3))], budget_s=0)) == [1, 2, 3, 4, 5, 6]


def test_the_garbage_collector_rests_during_samples_and_works_between() -> None:
    states: list[bool] = []
    watched = numpy(lambda: states.append(gc.isenabled()))
    between = [gc.isenabled() for _ in rounds([contestant("a", watched)], budget_s=0)]
    assert not any(states)
    assert all(between)


def test_calls_grow_until_a_sample_lasts_5_ms() -> None:
    assert calibrate(lasting(6e-3)) == 1
    assert calibrate(lasting(1e-3)) in (2, 4, 8)


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
    list(rounds(contestants, budget_s=0))
    assert [len(one.queued) for one in contestants] == [0, 6]


def test_a_busy_call_uses_a_core() -> None:
    (busy,) = contestants = [contestant("busy", lasting(5e-3))]
    list(rounds(contestants, budget_s=0))
    assert len(busy.cores) == 6
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
