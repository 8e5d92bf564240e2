import pytest

from experiments.transformations.has_aux import HasAuxParams, has_aux
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(has_aux(HasAuxParams()))


def test_value_extra_and_slope_at_3(results: Results) -> None:
    assert results.values("value and slope at 3") == {"value": 9.0, "aux": 4.0, "slope": 6.0}


def test_slope_and_extra_at_3(results: Results) -> None:
    assert results.values("slope at 3") == {"slope": 6.0, "aux": 4.0}


def test_a_pair_is_no_scalar(results: Results) -> None:
    raised = results.raised("a pair is no scalar")
    assert raised.type == "TypeError"
    assert "scalar-output" in raised.message
    assert raised.source == "return grad(f)(x)"


def test_derivatives_by_either_argument_and_by_both(results: Results) -> None:
    expected = {"by_x": 12.0, "by_y": 9.0, "both_x": 12.0, "both_y": 9.0}
    assert results.values("x² y at (3, 2)") == expected
