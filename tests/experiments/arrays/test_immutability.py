import pytest

from experiments.arrays.immutability import ImmutabilityParams, immutability
from tests.experiments.running import Results

ROW = [[0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0]]


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(immutability(ImmutabilityParams()))


@pytest.mark.parametrize("assignment", ["a[0] = 9", "x[1, :] = 1"])
def test_an_assignment_is_an_error_that_names_the_remedy(results: Results, assignment: str) -> None:
    raised = results.raised(assignment)
    assert raised.type == "TypeError"
    assert "immutable" in raised.message
    assert ".at[" in raised.message
    assert raised.source == assignment


def test_one_element(results: Results) -> None:
    assert results.values("NumPy, one element") == {"in_place": [9, 1, 2, 3, 4]}
    assert results.values("JAX, one element") == {"updated": [9, 1, 2, 3, 4], "original": [0, 1, 2, 3, 4]}


def test_one_row(results: Results) -> None:
    assert results.values("NumPy, one row") == {"in_place": ROW}
    assert results.values("JAX, one row") == {"updated": ROW, "original": [[0] * 4] * 3}
