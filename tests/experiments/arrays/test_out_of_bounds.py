import pytest

from experiments.arrays.out_of_bounds import OutOfBoundsParams, out_of_bounds
from tests.experiments.running import Results

UNCHANGED = "[0 1 2 3 4]"
LEAST = str(-(2**31))


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(out_of_bounds(OutOfBoundsParams()))


def test_numpy_raises(results: Results) -> None:
    raised = results.raised("NumPy, index 10")
    assert raised.type == "IndexError"
    assert raised.message == "index 10 is out of bounds for axis 0 with size 5"
    assert raised.source == "return a[10]"


def test_jax_reads_the_nearest_element(results: Results) -> None:
    assert results.values("JAX, reads") == {"index_10": 4, "index_10000": 6, "index_minus_7": 0}


def test_jax_drops_a_write(results: Results) -> None:
    assert set(map(tuple, results.values("JAX, writes").values())) == {(0, 1, 2, 3, 4)}


def test_modes(results: Results) -> None:
    assert results.table("modes").rows == [
        ["none given", "4", "4.0", UNCHANGED],
        ["promise_in_bounds", "4", "4.0", UNCHANGED],
        ["clip", "4", "4.0", "[0 1 2 3 9]"],
        ["fill", LEAST, "nan", UNCHANGED],
        ["drop", LEAST, "nan", UNCHANGED],
        ["fill, with −1", "-1", "-1.0", None],
    ]


def test_the_gradient_goes_to_the_element_that_was_read(results: Results) -> None:
    assert results.values("gradient of the read") == {"slope": [0, 0, 0, 0, 1]}
    assert results.notes == [
        "Index 10 of 5 elements reads element 4 in silence; its gradient goes to element 4."
    ]
