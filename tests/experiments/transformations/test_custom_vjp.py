import jax
import numpy as np
import pytest

from experiments.transformations.custom_vjp import CustomVjpParams, custom_vjp, naive, softplus
from tests.experiments.running import Results

XS = np.array([-100, -20, -1, 0, 1, 20, 21, 88, 89, 100])


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(custom_vjp(CustomVjpParams(reach=100)))


def sigma(x: float) -> float:
    """In float64."""
    return float(1 / (1 + np.exp(-x)))


@pytest.mark.parametrize("x", XS)
def test_value_and_gradient_are_those_of_float64(x: float) -> None:
    value, slope = jax.value_and_grad(softplus)(float(x))
    assert float(value) == pytest.approx(np.logaddexp(0, x), rel=1e-5, abs=1e-7)
    assert float(slope) == pytest.approx(sigma(x), rel=1e-6, abs=1e-7)


def test_the_rule_has_a_derivative_too() -> None:
    second = jax.grad(jax.grad(softplus))(0.5)
    assert float(second) == pytest.approx(sigma(0.5) * (1 - sigma(0.5)), rel=1e-6)


def test_three_places(results: Results) -> None:
    assert [row[:4] for row in results.table("three places").rows] == [
        [-100.0, "0", "0", "0"],
        [0.0, "0.693", "0.5", "0.5"],
        [100.0, "100", "nan", "1"],
    ]


def test_the_plain_gradient_ends_where_the_exponential_overflows(results: Results) -> None:
    points = results.series("gradient over x").points
    overflow = np.log(np.finfo(np.float32).max)
    for point in points:
        if point.line == "plain" and point.x > overflow:
            assert point.y is None
        else:
            assert point.y == pytest.approx(sigma(point.x), abs=1e-6)
    assert {(point.line, point.x) for point in points if point.x == 100} == {
        ("plain", 100),
        ("with the rule", 100),
    }


def test_the_value_needs_no_rule() -> None:
    assert float(naive(100.0)) == float(softplus(100.0)) == 100
    assert np.isnan(jax.grad(naive)(100.0))


def test_forward_mode_is_gone(results: Results) -> None:
    raised = results.raised("forward mode")
    assert (raised.type, "forward-mode" in raised.message) == ("TypeError", True)
