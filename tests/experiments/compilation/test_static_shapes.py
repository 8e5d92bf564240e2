import pytest

from experiments.compilation.static_shapes import StaticShapesParams, static_shapes
from tests.experiments.running import Results

MESSAGE = "Shapes must be 1D sequences of concrete values of integer type"


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(static_shapes(StaticShapesParams()))


@pytest.mark.parametrize(
    ("label", "source"),
    [
        ("size by jnp.prod", "return x.reshape(size)"),
        ("fill, traced length", "return jnp.full((length,), val)"),
        ("many, traced length", "return jnp.ones((length,)) * val"),
    ],
)
def test_a_shape_from_a_traced_value_is_an_error(results: Results, label: str, source: str) -> None:
    raised = results.raised(label)
    assert raised.type == "TypeError"
    assert raised.message.startswith(MESSAGE)
    assert raised.source == source


def test_numpy_computes_with_the_static_shape(results: Results) -> None:
    assert results.values("size by np.prod") == {"flat": [1] * 6}


def test_without_jit_any_length_works(results: Results) -> None:
    assert results.values("eager") == {"fill_1_5": [1] * 5, "fill_2_2": [2, 2], "many_5_4": [4] * 5}


def test_a_static_length_fills(results: Results) -> None:
    rows = results.table("fill, static length").rows
    assert [row[1] for row in rows] == ["[2 2 2 2 2]", "[1 1 1 1 1 1 1 1 1 1]", "[3 3 3 3 3]"]


def test_a_static_length_scales(results: Results) -> None:
    rows = results.table("many, static length").rows
    assert [str(row[1]).count("4.") for row in rows] == [10, 5, 0]


@pytest.mark.parametrize("label", ["fill, static length", "many, static length"])
def test_each_length_compiles_once(results: Results, label: str) -> None:
    rows = results.table(label).rows
    assert [row[2:] for row in rows] == [[1, 1], [2, 2], [2, 2]]


def test_a_second_run_counts_from_the_start(results: Results) -> None:
    again = Results(static_shapes(StaticShapesParams()))
    for label in ("fill, static length", "many, static length"):
        assert again.table(label).rows == results.table(label).rows
