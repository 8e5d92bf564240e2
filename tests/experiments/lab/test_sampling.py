import gc

import numpy as np

from experiments.lab.sampling import Contestant, calibrate, elapsed, rounds
from experiments.lab.variants import Variant, numpy
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


def test_a_spent_budget_still_gives_five_rounds() -> None:
    assert list(rounds([contestant("a", lasting(1e-3))], budget_s=0)) == [1, 2, 3, 4, 5]


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
    variant = numpy(lambda: np.float32(1))
    patient = Variant(**{**vars(variant), "wait": waited.append})
    assert elapsed(patient, 3) > 0
    assert waited == [np.float32(1)] * 3
