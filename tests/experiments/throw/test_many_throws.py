import re

import numpy as np
import pytest

from experiments.throw.flight import landing, landing_by_scipy
from experiments.throw.many_throws import ManyThrowsParams, by_loop, fast, landings, many, many_throws, throws
from jaxlive.lab.declare.blocks import Heatmap
from tests.experiments.running import Results, check_complete

SMALL = ManyThrowsParams(angles=5, speeds=3)


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(many_throws(SMALL))


@pytest.fixture(scope="module")
def heatmap() -> Heatmap:
    return landings(SMALL)


def test_the_map_has_a_row_for_each_speed_and_a_column_for_each_angle(heatmap: Heatmap) -> None:
    assert heatmap.xs == pytest.approx(np.linspace(0.05, 1.5, 5))
    assert heatmap.ys == [10, 20, 30]
    assert [len(row) for row in heatmap.cells] == [5, 5, 5]
    assert heatmap.level == 15


def test_a_cell_is_the_landing_at_its_angle_and_speed(heatmap: Heatmap) -> None:
    for speed, row in zip(heatmap.ys, heatmap.cells, strict=True):
        for angle, x in zip(heatmap.xs, row, strict=True):
            assert x == pytest.approx(float(landing(angle, speed)), rel=1e-5)
            assert x == pytest.approx(landing_by_scipy(angle, speed), abs=0.4)


def test_the_target_is_hit_at_two_angles() -> None:
    """One column goes up through 15 m and one down, at a speed of 30 m/s."""
    fine = landings(ManyThrowsParams(angles=100, speeds=2))
    above = np.array(fine.cells[-1], float) > 15
    assert np.diff(above.astype(int)).tolist().count(1) == 1
    assert np.diff(above.astype(int)).tolist().count(-1) == 1


def test_four_ways_are_timed_against_jit(results: Results) -> None:
    timings = results.timings("15 throws")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["NumPy loop", "NumPy arrays", "vmap", "jit"]
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("NumPy loop", "jit")
    assert {row.dtype for row in timings.rows} == {"float32"}


def test_many_are_raced_in_part() -> None:
    """A thousand by default, of which a loop in NumPy takes each fourth."""
    angles, speeds = throws(ManyThrowsParams())
    assert angles.shape == speeds.shape == (1000,)
    assert len({*zip(angles.tolist(), speeds.tolist(), strict=True)}) == 1000


def test_loop_batch_and_compiled_batch_agree() -> None:
    angles, speeds = throws(SMALL)
    looped = by_loop(np.stack([angles, speeds], axis=1))
    for batch in (many, fast):
        np.testing.assert_allclose(batch(angles, speeds), looped, rtol=1e-5, atol=1e-5)


def test_the_note_has_the_time_of_a_throw_and_of_the_first_call(results: Results) -> None:
    assert re.fullmatch(r"A throw takes [\d.]+ µs; the first call took [\d,]+ ms\.", results.notes[0])
