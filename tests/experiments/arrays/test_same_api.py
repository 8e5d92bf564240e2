import jax
import pytest

from experiments.arrays.same_api import SameApiParams, same_api
from jaxlive.lab.declare.blocks import Values
from tests.experiments.running import Results

MADE = {
    "array": [[1, 2, 3], [4, 5, 6]],
    "arange": [0, 1, 2, 3, 4],
    "zeros": [0, 0],
    "linspace": [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2],
}
COMPUTED = {
    "doubled": [0, 2, 4, 6],
    "plus_one": [1, 2, 3, 4],
    "sum": [1, 4, 7, 10],
    "dot": 40,
    "outer": [[0, 0, 0, 0], [2, 4, 6, 8], [4, 8, 12, 16], [6, 12, 18, 24]],
}


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(same_api(SameApiParams()))


@pytest.mark.parametrize("library", ["NumPy", "JAX"])
def test_both_libraries_make_and_compute_the_values_of_the_sources(results: Results, library: str) -> None:
    assert results.values(f"made by {library}") == MADE
    assert results.values(f"computed by {library}") == COMPUTED
    assert results.notes == ["Of 9 results 9 have equal values, and 9 differ in dtype."]


def test_side_by_side_no_value_differs_and_every_dtype_does(results: Results) -> None:
    rows = results.table("side by side").rows
    assert [row[0] for row in rows] == [*MADE, *COMPUTED]
    assert all(row[1] != row[2] and row[3] is True for row in rows)


def test_jax_takes_32_bits_where_numpy_takes_64() -> None:
    blocks = [block for block in same_api(SameApiParams()) if isinstance(block, Values)]
    dtypes = {block.label: [item.dtype for item in block.items] for block in blocks}
    assert dtypes["made by NumPy"] == ["int64", "int64", "float64", "float64"]
    assert dtypes["made by JAX"] == ["int32", "int32", "float32", "float32"]
    assert set(dtypes["computed by NumPy"]) == {"int64"}
    assert set(dtypes["computed by JAX"]) == {"int32"}


def test_type_and_dtypes_of_zeros(results: Results) -> None:
    rows = {str(row[0]): row[1:] for row in results.table("types").rows}
    module = type(jax.numpy.zeros(2)).__module__
    assert rows["type"] == ["numpy.ndarray", f"{module}.ArrayImpl"]
    assert rows["dtype"] == ["float64", "float32"]
    assert rows["with x64 on"] == ["float64", "float64"]


def test_float64_without_x64_is_float32_and_a_warning_in_every_run(results: Results) -> None:
    for run in (results, Results(same_api(SameApiParams()))):
        rows = {str(row[0]): row[1:] for row in run.table("types").rows}
        assert rows["float64 asked for"] == ["float64", "float32"]
        said = " ".join(run.printed("JAX warns").lines)
        assert said.startswith("UserWarning: Explicitly requested dtype float64")
        assert "truncated to dtype float32" in said


def test_x64_is_off_again_afterwards(results: Results) -> None:
    assert results.notes
    assert jax.numpy.zeros(2).dtype == "float32"
