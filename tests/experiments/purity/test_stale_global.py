import pytest

from experiments.purity.stale_global import StaleGlobalParams, hidden, stale_global
from tests.experiments.running import Results

LABELS = ["an array", "a number", "a JAX array"]


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(stale_global(StaleGlobalParams()))


def column(results: Results, label: str, name: str) -> list[object]:
    table = results.table(label)
    return [row[table.columns.index(name)] for row in table.rows]


def test_a_changed_array_is_unseen_until_a_new_shape(results: Results) -> None:
    assert column(results, "an array", "jit") == ["[2 2 2]", "[2 2 2]", "[1 1 1 1]"]
    assert column(results, "an array", "no jit") == ["[2 2 2]", "[1 1 1]", "[1 1 1 1]"]


def test_a_changed_number_is_unseen_until_a_new_shape(results: Results) -> None:
    assert column(results, "a number", "jit") == ["[-1 0 1]", "[-1 -2 -1]", "[1 2 3 4]"]
    assert column(results, "a number", "no jit") == ["[-1 0 1]", "[1 0 1]", "[1 2 3 4]"]


def test_a_zeroed_jax_array_stays(results: Results) -> None:
    assert column(results, "a JAX array", "jit") == ["[2 4 6]", "[2 4 6]"]
    assert column(results, "a JAX array", "no jit") == ["[2 4 6]", "[1 2 3]"]


@pytest.mark.parametrize("label", LABELS)
def test_an_argument_is_never_stale(results: Results, label: str) -> None:
    assert column(results, label, "argument") == column(results, label, "no jit")


@pytest.mark.parametrize("label", LABELS)
def test_only_a_new_shape_is_traced_again(results: Results, label: str) -> None:
    assert column(results, label, "traces") == [1, 1, 2][: len(results.table(label).rows)]


def test_the_stale_results_are_counted(results: Results) -> None:
    assert [column(results, label, "stale").count(True) for label in LABELS] == [1, 1, 1]
    assert results.notes == ["3 of 8 results of jit are stale, without an error or a warning."]


def test_a_second_run_gives_the_same_and_leaves_no_global(results: Results) -> None:
    again = Results(stale_global(StaleGlobalParams()))
    assert hidden == {}
    for label in LABELS:
        assert again.table(label).rows == results.table(label).rows
