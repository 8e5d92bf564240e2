import numpy as np
import pytest

from experiments.arrays.normalize import NormalizeParams, careless_norm, norm, normalize
from tests.experiments.running import Results, check_complete, check_mapped, check_work


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(normalize(NormalizeParams(size=64)))


def test_rows_have_mean_0_and_deviation_1() -> None:
    rows = norm(np.random.default_rng(1).uniform(5, 9, (7, 30)))
    np.testing.assert_allclose(rows.mean(axis=1), 0, atol=1e-12)
    np.testing.assert_allclose(rows.std(axis=1), 1)


def test_sides_of_the_comparison_have_one_dtype(results: Results) -> None:
    timings = results.timings("float32")
    check_complete(timings)
    assert [(row.variant, row.dtype) for row in timings.rows] == [
        ("numpy", "float32"),
        ("eager", "float32"),
        ("jit", "float32"),
    ]
    assert [(ratio.of, ratio.over) for ratio in timings.ratios] == [("numpy", "eager"), ("jit", "eager")]


def test_the_work_is_that_of_norm(results: Results) -> None:
    for dtype in (np.float32, np.float64):
        check_work(results.timings(np.dtype(dtype).name), norm, np.ones((64, 64), dtype))


def test_the_unlike_comparison_is_split_into_dtype_and_library(results: Results) -> None:
    rows = results.table("float64 against float32").rows
    unlike, dtype, library = (float(str(row[3])) for row in rows)
    assert unlike == pytest.approx(dtype * library)
    assert [row[2] for row in rows] == [False, False, True]


@pytest.mark.parametrize("library", ["NumPy", "JAX"])
def test_a_2_by_3_array_without_keepdims_is_an_error(results: Results, library: str) -> None:
    raised = results.raised(f"{library}, 2 by 3")
    assert raised.type in ("ValueError", "TypeError")
    assert "(2, 3)" in raised.message or "(2,3)" in raised.message
    assert raised.source == "return (x - x.mean(1)) / x.std(1)"


def test_a_5_by_5_array_without_keepdims_is_wrong_in_silence(results: Results) -> None:
    """For x[i, j] = 5i + j: careless is (5i - 4j - 2)/√2, right is (j - 2)/√2, so 5(i - j)/√2 apart."""
    shown = results.values("5 by 5")
    assert shown["largest_error"] == pytest.approx(20 / np.sqrt(2), rel=1e-6)
    i, j = np.mgrid[:5, :5]
    square = 5.0 * i + j
    np.testing.assert_allclose(careless_norm(square) - norm(square), 5 * (i - j) / np.sqrt(2))


def test_equations_map_to_the_lines_of_norm(results: Results) -> None:
    stages = results.stages("norm")
    check_mapped(stages["jaxpr"], least=0.9)
    assert {line for line in stages["jaxpr"].lines if line} == set(stages["python"].lines[1:])
