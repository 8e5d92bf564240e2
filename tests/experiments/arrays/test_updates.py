import numpy as np
import pytest

from experiments.arrays.updates import UpdatesParams, handed_on, updates
from tests.experiments.running import Results

OF_TODAY = {
    ".set": "[0, 3, 4, 6]",
    ".add": "[0, 5, 4, 6]",
    ".subtract": "[0, -1, 4, 6]",
    ".multiply": "[0, 6, 4, 6]",
    ".mul": "[0, 6, 4, 6]",
    ".divide": "[0, 0.667, 4, 6]",
    ".power": "[0, 8, 4, 6]",
    ".min": "[0, 2, 4, 6]",
    ".max": "[0, 3, 4, 6]",
    ".apply": "[0, -2, 4, 6]",
    ".get": "2",
}


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(updates(UpdatesParams(array_length=1000)))


def test_plus_999_leaves_the_original(results: Results) -> None:
    assert results.values("plus 999") == {"updated": [999, 2, 4, 6], "original": [0, 2, 4, 6]}


def test_all_methods_with_their_results(results: Results) -> None:
    shown = {str(name): str(result) for name, result in results.table("methods of .at").rows}
    assert shown.items() >= OF_TODAY.items()


def test_an_index_that_comes_twice_counts_twice_in_jax_alone(results: Results) -> None:
    assert results.values("index 0 twice, plus 1") == {"numpy": [1, 0], "jax": [2, 0]}


def test_a_donated_argument_gives_its_buffer_and_is_gone(results: Results) -> None:
    keep, donate = results.table("whose buffer").rows
    assert keep == ["keep", False, False]
    if not donate[1]:
        pytest.skip("donated buffers are not used on this device")
    assert donate == ["donate", True, True]
    raised = results.raised("the argument afterwards")
    assert raised.type == "RuntimeError"
    assert "deleted" in raised.message
    assert raised.source == "return x + y"


def test_three_ways_are_timed_and_agree(results: Results) -> None:
    timings = results.timings("one element of many")
    assert [row.variant for row in timings.rows] == ["numpy", "keep", "donate"]
    assert {row.dtype for row in timings.rows} == {"float32"}
    assert all(row.max_rel_error == 0 for row in timings.rows)
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("keep", "donate")
    assert timings.rounds >= 6


def test_each_donated_call_takes_the_result_of_the_one_before() -> None:
    given = np.arange(5, dtype=np.float32)
    side = handed_on(given)
    first, second = side.call(), side.call()
    assert first.is_deleted()
    np.testing.assert_array_equal(second, [9, 1, 2, 3, 4])
    np.testing.assert_array_equal(given, [0, 1, 2, 3, 4])


def test_a_second_run_gives_the_same(results: Results) -> None:
    again = Results(updates(UpdatesParams(array_length=1000)))
    assert again.table("whose buffer") == results.table("whose buffer")
    assert again.table("methods of .at") == results.table("methods of .at")
