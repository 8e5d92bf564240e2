import numpy as np
import pytest

from experiments.learning.scan_epoch import ScanEpochParams, in_float64, scan_epoch, scanned
from experiments.learning.taken_apart import digits, start
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(scan_epoch(ScanEpochParams(steps=2, batch_size=4)))


def test_all_sides_give_the_losses_of_the_float64_loop(results: Results) -> None:
    timings = results.timings("an epoch of digits")
    assert timings.complete
    assert timings.verdict.endswith(".")
    assert [row.variant for row in timings.rows] == ["scan, tuned", "loop", "scan"]
    assert {row.dtype for row in timings.rows} == {"float32"}
    for row in timings.rows:
        assert row.max_rel_error is not None
        assert row.max_rel_error < 1e-5
        assert row.compile is not None
    first = timings.ratios[0]
    assert (first.of, first.over) == ("loop", "scan, tuned")


def test_steps_a_second_are_those_of_the_comparison(results: Results) -> None:
    rows = results.table("steps a second").rows
    for row, timed in zip(rows, results.timings("an epoch of digits").rows, strict=True):
        assert row[0] == timed.variant
        assert row[1] == pytest.approx(2 / timed.latency.median_s)


def test_a_product_of_patches_is_the_convolution() -> None:
    """The losses of eleven steps, to the rounding of float32."""
    batches = digits(11, 16)
    as_it_is, graph, state = start()
    side = scanned(graph, state, batches)
    (tuned,) = side.leaves(side.call())
    np.testing.assert_allclose(tuned, in_float64(as_it_is, state, batches), rtol=1e-4)
    assert tuned[-1] < tuned[0]
