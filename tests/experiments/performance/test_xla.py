import sys

import jax
import numpy as np
import pytest

from experiments.performance.xla import XlaParams, sides, xla
from jaxlive.lab.measure.precision import has_tf32, tf32_problem
from jaxlive.lab.measure.variants import torch_problem
from tests.experiments.running import Results, check_complete

module = sys.modules[sides.__module__]  # of the same name as the experiment in it
STEPS = ["mean", "sum", "product", "inverse"]
LIBRARIES = ["numpy", "jax"] if torch_problem() else ["numpy", "pytorch", "jax"]


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(xla(XlaParams(matrix_size=120)))


@pytest.mark.parametrize("step", STEPS)
def test_each_step_is_timed_in_float64_in_all_libraries(results: Results, step: str) -> None:
    timings = results.timings(step)
    check_complete(timings)
    assert [(row.variant, row.dtype) for row in timings.rows] == [(name, "float64") for name in LIBRARIES]
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("numpy", "jax")


def test_means_and_sums_are_as_foretold(results: Results) -> None:
    offsets = {str(row[0]): abs(float(str(row[3]))) for row in results.table("values foretold").rows}
    assert set(offsets) == {"mean A", "mean B", "sum A", "sum B", "mean C", "sum C"}
    assert max(offsets.values()) < 0.02


def test_the_inverse_is_good_in_float64_and_poor_in_float32(results: Results) -> None:
    rows = results.table("offset of C C⁻¹ from identity").rows
    assert [(row[0], row[1]) for row in rows] == [
        (library, dtype) for dtype in ("float64", "float32") for library in LIBRARIES
    ]
    for _, dtype, largest, mean in rows:
        assert 0 < float(str(mean)) < float(str(largest))
        assert (float(str(largest)) < 1e-8) == (dtype == "float64")


def test_x64_is_off_again(results: Results) -> None:
    assert results.timings("mean").rows
    assert jax.numpy.ones(1).dtype == "float32"


def test_one_library_alone_has_no_ratio() -> None:
    alone = Results(xla(XlaParams(variant="jax", matrix_size=16)))
    assert [row.variant for row in alone.timings("product").rows] == ["jax"]
    assert alone.timings("product").ratios == []
    assert alone.timings("product").verdict.startswith("jax takes ")


def test_the_product_is_timed_in_the_precision_asked_for() -> None:
    ran = Results(xla(XlaParams(precision="float32", matrix_size=64)))
    assert {(row.dtype, row.precision) for row in ran.timings("product").rows} == {("float32", "float32")}
    assert {row.precision for row in ran.timings("inverse").rows} == {"float64"}
    assert ran.notes == ([f"Without PyTorch: {torch_problem()}"] if torch_problem() else [])


@pytest.mark.skipif(has_tf32(), reason="this machine has TF32")
def test_tf32_that_is_missing_is_told_in_a_sentence() -> None:
    ran = Results(xla(XlaParams(variant="jax", precision="tf32", matrix_size=16)))
    assert [row.precision for row in ran.timings("product").rows] == ["float32"]
    assert ran.notes == [tf32_problem("cpu")]


def test_numpy_is_left_out_of_tf32(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a GPU that has it, where NumPy would do other work."""
    monkeypatch.setattr(
        module, "numpy_problem", lambda device, dtype: "no TF32" if dtype == "float32" else None
    )
    product = np.ones((2, 2), np.float32)
    assert [*sides("all", "product", product, product)] == LIBRARIES[1:]
    assert [*sides("numpy", "product", product, product)] == ["numpy"]


def test_memory_is_asked_for_by_formula() -> None:
    assert XlaParams(matrix_size=1000).bytes_needed() == 240_000_000
