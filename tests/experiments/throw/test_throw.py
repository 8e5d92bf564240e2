import numpy as np
import pytest

from experiments.throw.flight import landing_by_scipy
from experiments.throw.throw import ThrowParams, aim, throw
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(throw(ThrowParams()))


def test_four_steps_hit_the_target(results: Results) -> None:
    steps, angles, landings, misses = np.array(results.table("steps").rows, float).T
    assert list(steps) == [0, 1, 2, 3, 4]
    assert angles[0] == 0.25
    np.testing.assert_allclose(landings, [12.0864, 14.5177, 14.9754, 15.00003, 15.0], atol=6e-5)
    np.testing.assert_allclose(misses, landings - 15, atol=1e-6)


def test_the_right_digits_double(results: Results) -> None:
    """Each miss is about a constant times the square of the one before, as long as float32 tells."""
    first, second, third = (abs(float(str(row[3]))) for row in results.table("steps").rows[:3])
    assert third / second**2 == pytest.approx(second / first**2, rel=1)


def test_the_curves_end_at_their_landings_and_start_at_the_hand(results: Results) -> None:
    points = results.series("path").points
    lines = list(dict.fromkeys(point.line for point in points))
    assert lines == ["target", "angle 0.250", "angle 0.349", "angle 0.372"]
    for line, row in zip(lines[1:], results.table("steps").rows, strict=False):
        own = [(point.x, point.y) for point in points if point.line == line]
        assert own[0] == (0, 0)
        assert own[-1] == (row[2], 0)
        assert len(own) <= 33
        assert all(y is not None and y >= 0 for _, y in own)


def test_the_first_throw_by_other_means(results: Results) -> None:
    shown = results.values("angle 0.25, in metres")
    assert shown["steps"] == pytest.approx(12.0864, abs=1e-4)
    assert shown["SciPy"] == pytest.approx(landing_by_scipy(0.25, 20))
    assert shown["steps"] == pytest.approx(shown["SciPy"], rel=0.02)
    assert shown["without_drag"] == pytest.approx(20**2 * np.sin(0.5) / 9.81)


def test_the_note_has_the_first_miss_and_the_last(results: Results) -> None:
    assert results.notes[0].startswith("4 steps turn a miss of 2.91 m into one of 0.00")


def test_without_steps_there_is_one_throw_and_its_miss() -> None:
    first = Results(throw(ThrowParams(steps=0)))
    assert {point.line for point in first.series("path").points} == {"target", "angle 0.250"}
    assert first.notes == ["It lands at 12.09 m, and misses by 2.91 m."]


def test_a_target_out_of_reach_is_said_to_be() -> None:
    far = Results(throw(ThrowParams(angle=0.3, target=24)))
    assert far.notes == ["Newton's method left the quarter circle: 24 m may be too far."]


def test_a_high_throw_comes_down_to_the_target_from_the_other_side() -> None:
    *_, angle = aim(1.3, 30.0, 10.0, 4)
    assert float(angle) == pytest.approx(1.34685, abs=1e-4)
