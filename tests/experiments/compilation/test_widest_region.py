import jax
import numpy as np
import pytest

from experiments.compilation.widest_region import (
    WidestRegionParams,
    loss,
    pieces,
    problem,
    step,
    trained,
    whole,
    widest_region,
)
from tests.experiments.running import Results, check_complete, check_work

SMALL = WidestRegionParams(hidden=8, steps=20)


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(widest_region(SMALL))


def test_the_ways_are_timed_and_agree(results: Results) -> None:
    timings = results.timings("one step")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["whole", "three pieces", "eager"]
    assert {row.dtype for row in timings.rows} == {"float32"}
    assert [(ratio.of, ratio.over) for ratio in timings.ratios] == [
        ("eager", "whole"),
        ("three pieces", "whole"),
    ]
    assert "three pieces" in results.notes[0]


def test_the_work_is_that_of_the_products(results: Results) -> None:
    check_work(results.timings("one step"), step, *problem(SMALL))


def test_weights_are_equal_after_a_step() -> None:
    args = problem(SMALL)
    expected = jax.tree.leaves(step(*args))
    for way in (whole, pieces):
        for got, right in zip(jax.tree.leaves(way(*args)), expected, strict=True):
            np.testing.assert_allclose(got, right, rtol=1e-5, atol=1e-6)


def test_a_step_is_gradient_descent() -> None:
    weights, x, y = problem(SMALL)
    (first, second), rate = weights, 0.1
    hidden = np.tanh(x @ first)
    slope = hidden.T @ (2 * (hidden @ second - y) / y.size)
    np.testing.assert_allclose(whole(weights, x, y)[1], second - rate * slope, rtol=1e-4, atol=1e-6)


def test_any_number_of_steps_is_one_trace(results: Results) -> None:
    rows = results.table("training").rows
    assert [row[:3] for row in rows] == [["whole", 1, 1], ["three pieces", 1, 3]]


def test_training_lowers_the_loss_alike(results: Results) -> None:
    before = float(loss(*problem(SMALL)))
    after = [float(row[3] or 0) for row in results.table("training").rows]
    assert after[0] < before
    assert after[1] == pytest.approx(after[0], rel=1e-4)


def test_a_second_run_counts_from_the_start(results: Results) -> None:
    assert trained(SMALL.steps, *problem(SMALL)) == results.table("training")


def test_memory_is_asked_for_by_formula() -> None:
    assert SMALL.bytes_needed() == 8 * (4 * 8 * 74 + 6 * 64 * 82)
