import numpy as np
import pytest

from experiments.transformations.grad import GradParams, grad
from tests.experiments.running import Results, check_complete, check_mapped


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(grad(GradParams()))


def test_derivative_of_a_square_at_3_plain_and_jitted(results: Results) -> None:
    assert results.values("x² at 3") == {"derivative": 6.0, "fast_derivative": 6.0}


def test_polynomial_at_1_in_both_orders_of_jit_and_grad(results: Results) -> None:
    expected = {"polynomial": 8.0, "slope": 4.0, "jit_of_grad": 4.0, "grad_of_jit": 4.0}
    assert results.values("x³ + 2x² − 3x + 8 at 1") == expected


def test_value_and_derivative_of_2x_at_5(results: Results) -> None:
    assert results.values("2x at 5") == {"value": 10.0, "slope": 2.0}


def test_first_and_second_derivative_of_a_cubic_at_1(results: Results) -> None:
    assert results.values("2x³ at 1") == {"cubic": 2.0, "first": 6.0, "second": 12.0}


def test_plain_and_jitted_derivative_are_timed(results: Results) -> None:
    timings = results.timings("derivative of x² at 3")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["eager", "jit"]
    assert [(ratio.of, ratio.over) for ratio in timings.ratios] == [("eager", "jit")]
    assert timings.ratios[0].winner == "jit"


@pytest.mark.parametrize("label", ["square", "polynomial"])
def test_equations_of_the_derivative_map_to_the_function(results: Results, label: str) -> None:
    stages = results.stages(label)
    check_mapped(stages["jaxpr"], least=0.9)
    body = set(stages["python"].lines)
    assert {line for line in stages["jaxpr"].lines if line} <= body
    assert {line for line in stages["hlo"].lines if line} <= body


def test_derivatives_agree_with_finite_differences() -> None:
    from experiments.transformations.grad import polynomial, slope

    for x in np.linspace(-2, 2, 9):
        central = (polynomial(x + 1e-3) - polynomial(x - 1e-3)) / 2e-3
        assert float(slope(x)) == pytest.approx(central, abs=1e-4)
