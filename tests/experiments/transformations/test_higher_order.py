from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from experiments.transformations.higher_order import POINTS, HigherOrderParams, higher_order
from tests.experiments.running import Results, check_mapped

ORDERS = 5


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(higher_order(HigherOrderParams(orders=ORDERS)))


def test_polynomial_and_three_derivatives_at_1(results: Results) -> None:
    expected = {"polynomial": 8.0, "first": 4.0, "second": 10.0, "third": 6.0}
    assert results.values("x³ + 2x² − 3x + 8 at 1") == expected


def test_the_sine_becomes_cosine_minus_sine_and_minus_cosine(results: Results) -> None:
    series = results.series("derivatives of the sine")
    curves: dict[str, Callable[[Any], Any]] = {
        "sin": np.sin,
        "1st": np.cos,
        "2nd": lambda x: -np.sin(x),
        "3rd": lambda x: -np.cos(x),
    }
    assert list(dict.fromkeys(point.line for point in series.points)) == list(curves)
    for line, curve in curves.items():
        points = [(point.x, point.y) for point in series.points if point.line == line]
        assert len(points) == POINTS.size
        x, y = np.array(points).T
        np.testing.assert_allclose(y, curve(x), atol=1e-6)
    assert results.notes[0].startswith("The fourth derivative is the sine again")


def test_equations_grow_with_the_order_and_instructions_hardly(results: Results) -> None:
    table = results.table("what each order costs")
    orders, at_one, reverse, forward, instructions = (np.array(row) for row in zip(*table.rows, strict=True))
    assert list(orders) == list(range(ORDERS + 1))
    np.testing.assert_allclose(at_one, [np.sin(1 + n * np.pi / 2) for n in orders], rtol=1e-5)
    assert reverse[0] == forward[0] == 1
    assert np.all(np.diff(reverse) > 0)
    assert np.all(np.diff(forward) > 0)
    assert reverse[-1] > 10 * reverse[0]
    assert instructions.max() < 2 * instructions.min()


def test_the_third_derivative_of_a_cubic_compiles_to_a_constant(results: Results) -> None:
    stages = results.stages("polynomial")
    check_mapped(stages["jaxpr"], least=0.9)
    assert (stages["jaxpr"].count or 0) > 20
    assert (stages["hlo"].count or 0) <= 3
