import numpy as np
import pytest

from experiments.transformations.vmap import (
    VmapParams,
    by_hand,
    by_loop,
    data,
    one_for_all,
    one_for_each,
    vmap,
)
from tests.experiments.running import Results, check_complete, check_mapped, check_work


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(vmap(VmapParams(batch=8, size=16)))


@pytest.mark.parametrize("way", ["vmap", "loop", "formula"])
def test_slopes_of_three_examples(results: Results, way: str) -> None:
    shown = results.values("∂g/∂w at w = 0.5")
    assert (shown["x"], shown["y"]) == ([1, 2, 3], [0, 1, 1])
    np.testing.assert_allclose(shown[way], [0.29256, -0.21151, -0.16325], atol=6e-6)


def test_vmap_hand_and_loop_are_timed(results: Results) -> None:
    timings = results.timings("a matrix times a batch")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["vmap", "by hand", "loop"]
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("by hand", "vmap")


def test_the_work_is_one_product(results: Results) -> None:
    check_work(results.timings("a matrix times a batch"), by_hand, *data(16, 8))


def test_a_batch_of_128_is_equal_by_vmap_by_hand_and_in_a_loop() -> None:
    matrix, vectors = data(64, 128)
    mapped = one_for_all(matrix, vectors)
    for other in (by_hand, by_loop):
        np.testing.assert_allclose(mapped, other(matrix, vectors), rtol=1e-5)


def test_one_matrix_for_each_vector() -> None:
    matrices, vectors = np.random.default_rng(0).random((2, 5, 3, 3), np.float32)
    expected = np.einsum("bij,bj->bi", matrices, vectors[:, 0])
    np.testing.assert_allclose(one_for_each(matrices, vectors[:, 0]), expected, rtol=1e-5)


def test_vmap_writes_one_product_with_a_batch_dimension(results: Results) -> None:
    assert results.table("axes of the product").rows == [
        ["product", "(3, 4)", "(4,)", "([1], [0])", "([], [])", "(3,)"],
        ["one_for_all", "(3, 4)", "(5, 4)", "([1], [1])", "([], [])", "(5, 3)"],
        ["one_for_each", "(5, 3, 4)", "(5, 4)", "([2], [1])", "([0], [0])", "(5, 3)"],
    ]
    assert "2 operations: dot_general, transpose" in results.notes[-1]


def test_the_program_maps_to_the_function(results: Results) -> None:
    check_mapped(results.stages("g")["jaxpr"], least=0.9)
