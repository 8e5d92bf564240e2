import jax
import numpy as np
import pytest

from experiments.arrays.python_loop import PythonLoopParams, fast, in_arrays, loop, python_loop
from tests.experiments.running import Results, check_complete, check_work

LENGTH = 2000


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(python_loop(PythonLoopParams(array_length=LENGTH)))


def test_three_ways_to_sum_squares() -> None:
    x = jax.numpy.arange(1.0, 5)
    assert loop([1, 2, 3, 4]) == loop(x) == in_arrays(x) == fast(x) == 30


def test_loop_numpy_and_jit_in_float64(results: Results) -> None:
    timings = results.timings(f"{LENGTH:,} squares")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["loop", "numpy", "jit"]
    assert {row.dtype for row in timings.rows} == {"float64"}
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("loop", "numpy")


def test_the_loop_over_a_list_and_over_arrays(results: Results) -> None:
    timings = results.timings(f"loops over {LENGTH // 100} elements")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["list", "numpy array", "jax array"]
    assert {row.dtype for row in timings.rows} == {"float64"}


def test_the_work_is_that_of_the_sum(results: Results) -> None:
    check_work(results.timings(f"{LENGTH:,} squares"), in_arrays, np.ones(LENGTH))
    elements = LENGTH // 100
    found = {(row.flops, row.bytes) for row in results.timings(f"loops over {elements} elements").rows}
    assert found == {(2 * elements, 8 * elements)}


def test_notes_tell_the_ratios_and_the_time_of_an_element(results: Results) -> None:
    ratios, elements = results.notes
    assert ratios.startswith("The loop takes ")
    assert ratios.endswith(" times as jit.")
    assert all(f"ns in a {kind}" in elements for kind in ("list", "numpy array", "jax array"))


def test_x64_is_off_again_afterwards(results: Results) -> None:
    assert results.notes
    assert jax.numpy.zeros(2).dtype == "float32"
