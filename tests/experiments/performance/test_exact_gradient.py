from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest

from experiments.performance import exact_gradient
from experiments.performance.exact_gradient import (
    DIFFERENCES,
    GRADIENT,
    ExactGradientParams,
    both,
    by_differences,
    by_gradient,
    data,
    rmse,
)
from tests.experiments.running import Results, check_complete

P = 20


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(exact_gradient.exact_gradient(ExactGradientParams(parameters=P)))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often the loss and its value with gradient are called, counted here."""
    counts = {"rmse": 0, "both": 0}

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            counts[name] += 1
            return function(*args)

        return call

    monkeypatch.setattr(exact_gradient, "rmse", counted("rmse", rmse))
    monkeypatch.setattr(exact_gradient, "both", counted("both", both))
    return counts


def minimum(parameters: int) -> Any:
    """By the normal equations."""
    a, b = data(parameters)
    return np.linalg.solve(a.T @ a, a.T @ b)


@pytest.mark.parametrize("parameters", [2, P, 100])
def test_both_ways_end_in_the_minimum_of_least_squares(parameters: int) -> None:
    with jax.enable_x64(True):
        for fit in (by_differences, by_gradient):
            end = fit(np.zeros(parameters), data(parameters))
            assert end.success
            np.testing.assert_allclose(end.x, minimum(parameters), atol=1e-4)


def test_scipys_counts_of_calls_are_ours(calls: dict[str, int]) -> None:
    with jax.enable_x64(True):
        differences = by_differences(np.zeros(P), data(P))
        assert calls == {"rmse": differences.nfev, "both": 0}
        gradient = by_gradient(np.zeros(P), data(P))
    assert calls == {"rmse": differences.nfev, "both": gradient.nfev}


def test_a_gradient_by_differences_takes_a_call_for_each_parameter(results: Results) -> None:
    rows = {row[0]: row[1:] for row in results.table("function calls").rows}
    steps, nfev, njev, _, _ = map(float, map(str, rows[DIFFERENCES]))
    assert rows[GRADIENT][:3] == [steps, njev, njev]
    assert nfev == (P + 1) * njev
    assert results.values("nfev, differences over gradient") == {"times": P + 1}


def test_the_table_says_how_far_each_way_ends_from_the_minimum(results: Results) -> None:
    for *_, error, status in results.table("function calls").rows:
        assert 0 < float(str(error)) < 1e-4
        assert status == 0


def test_the_gradient_is_the_formula() -> None:
    x, (a, b) = np.linspace(-1, 1, P), data(P)
    with jax.enable_x64(True):
        value, slope = both(x, a, b)
    miss = a @ x - b
    assert float(value) == pytest.approx(rmse(x, a, b)) == pytest.approx(np.sqrt(np.mean(miss**2)))
    np.testing.assert_allclose(slope, a.T @ miss / (len(b) * float(value)), rtol=1e-10)


def test_fits_are_timed_and_agree(results: Results) -> None:
    timings = results.timings("one fit")
    check_complete(timings)
    assert [(row.variant, row.dtype) for row in timings.rows] == [
        (DIFFERENCES, "float64"),
        (GRADIENT, "float64"),
    ]
    assert (timings.ratios[0].of, timings.ratios[0].over) == (DIFFERENCES, GRADIENT)


def test_the_default_is_a_hundred_parameters_and_bounded() -> None:
    assert ExactGradientParams().parameters == 100
    for outside in (1, 101):
        with pytest.raises(ValueError, match="parameters"):
            ExactGradientParams(parameters=outside)
