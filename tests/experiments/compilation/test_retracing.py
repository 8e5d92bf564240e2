import pytest

from experiments.compilation.retracing import RetracingParams, retracing
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(retracing(RetracingParams(repeats=50)))


def test_a_trace_for_each_shape_dtype_and_rank_and_none_for_a_repeat(results: Results) -> None:
    rows = results.table("kinds of arrays").rows
    assert [row[2] for row in rows[:5]] == [1, 1, 2, 3, 4]
    assert [row[0] for row in rows[:2]] == ["ones(3)", "ones(3), 50 times"]


def test_a_python_number_is_another_kind_than_an_array_scalar(results: Results) -> None:
    assert [row[2] for row in results.table("kinds of arrays").rows[5:]] == [5, 6]


def test_each_trace_is_compiled_once(results: Results) -> None:
    for row in results.table("kinds of arrays").rows:
        assert row[2] == row[3]


def test_jax_says_what_is_new(results: Results) -> None:
    lines = results.printed("why, in JAX’s words").lines
    assert lines[1] == "ones(4): at x, now f32[4] and before f32[3]"
    assert lines[2] == "ones(3, int): at x, now i32[3] and before f32[3]"
    assert any("weak_type=True" in line for line in lines)
    assert not any("/" in line or len(line) > 48 for line in lines)


def test_a_second_run_counts_from_the_start(results: Results) -> None:
    again = Results(retracing(RetracingParams(repeats=50)))
    assert again.table("kinds of arrays").rows == results.table("kinds of arrays").rows
    assert again.printed("why, in JAX’s words").lines == results.printed("why, in JAX’s words").lines
