from itertools import pairwise

import numpy as np
import pytest

from experiments.throw import flight
from experiments.throw.step_size import STEPS_S, StepSizeParams, lands_at, step_size
from jaxlive.lab.programs.stages import compilations
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(step_size(StepSizeParams()))


@pytest.fixture(scope="module")
def errors(results: Results) -> dict[str, dict[float, float]]:
    found: dict[str, dict[float, float]] = {}
    for point in results.series("error").points:
        assert point.y is not None
        found.setdefault(point.line, {})[1 / point.x] = point.y
    return found


def test_steps_go_from_a_tenth_of_a_second_to_a_tenth_of_a_microsecond() -> None:
    assert STEPS_S[0] == pytest.approx(0.1)
    assert STEPS_S[-1] == pytest.approx(1e-7)


def test_in_float64_the_error_is_of_first_order(errors: dict[str, dict[float, float]]) -> None:
    error = list(errors["float64"].values())
    for longer, shorter in pairwise(error[2:]):
        assert longer / shorter == pytest.approx(np.sqrt(10), rel=0.02)


def test_in_float32_it_is_as_large_at_first_and_rises_then(errors: dict[str, dict[float, float]]) -> None:
    single, double = errors["float32"], errors["float64"]
    ones, others = list(single.values()), list(double.values())
    assert ones[:6] == pytest.approx(others[:6], rel=0.01)
    assert all(one > 100 * other for one, other in zip(ones[-3:], others[-3:], strict=True))
    assert ones[-1] > 100 * min(ones)


def test_a_hundredth_of_a_second_is_the_throw_of_the_talk(errors: dict[str, dict[float, float]]) -> None:
    right = flight.landing_by_scipy(0.25, 20)
    assert right - list(errors["float32"].values())[2] == pytest.approx(
        float(flight.landing(0.25, 20.0)), abs=1e-4
    )


def test_the_length_of_a_step_compiles_nothing() -> None:
    lands_at(0.25, 20, 0.01, np.float32)
    with compilations() as compiled:
        lands_at(0.25, 20, 0.001, np.float32)
    assert not compiled


def test_the_notes_say_where_each_is_best_and_how_far_numbers_lie_apart(results: Results) -> None:
    double, single, why = results.notes
    assert double.startswith("float64 is best at steps of 1e-07 s: 0.00")
    assert single.startswith("float32 is best at steps of ")
    assert why == "At 12 m, float32 numbers are 0.95 µm apart; 1e-07 s move the ball by 1.9 µm at most."
