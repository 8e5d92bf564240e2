import jax.numpy as jnp
import numpy as np
import pytest

from experiments.transformations.jacobians import JacobiansParams, jacobians
from tests.experiments.running import Results, check_complete, check_work


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(jacobians(JacobiansParams(many=128, few=4)))


def test_jacobian_at_1_2_both_ways(results: Results) -> None:
    shown = results.values("Jacobian at (1, 2)")
    assert shown.keys() == {"jacfwd", "jacrev"}
    expected = np.array([[4, 1], [5, -0.41615]])
    for matrix in shown.values():
        np.testing.assert_allclose(matrix, expected, atol=5e-6)


def test_hessian_three_ways(results: Results) -> None:
    shown = results.values("Hessian of the sum at (1, 2)")
    assert shown.keys() == {"forward_of_reverse", "reverse_of_forward", "library"}
    expected = np.array([[4, 2], [2, -np.sin(2)]])
    for matrix in shown.values():
        np.testing.assert_allclose(matrix, expected, atol=1e-6)


@pytest.mark.parametrize("label", ["wide", "tall"])
def test_both_ways_are_timed_on_both_shapes(results: Results, label: str) -> None:
    timings = results.timings(label)
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["jacfwd", "jacrev"]
    assert timings.verdict in results.notes[-1]


@pytest.mark.parametrize(("label", "shape"), [("wide", (4, 128)), ("tall", (128, 4))])
def test_the_work_is_that_of_the_formula(results: Results, label: str, shape: tuple[int, int]) -> None:
    """Either way does more: it multiplies with unit vectors."""
    w = np.ones(shape, np.float32)
    check_work(results.timings(label), lambda w, x: (1 - jnp.tanh(w @ x) ** 2)[:, None] * w, w, w[0])
