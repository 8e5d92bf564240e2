import jax
import numpy as np
import pytest

from experiments.transformations.pytrees import PytreesParams, init, mlp, pytrees, step
from tests.experiments.running import Results

CALLS = {
    "params": 1,
    "other values": 1,
    "keys in another order": 1,
    "three layers": 2,
    "a tuple of layers": 3,
    "params, again": 3,
}


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(pytrees(PytreesParams()))


def test_structure_and_shapes(results: Results) -> None:
    assert results.printed("structure").lines == [
        "PyTreeDef([{'W': *, 'b': *}, {'W': *, 'b': *}])",
        "{'W': (64, 784), 'b': (64,)}",
        "{'W': (10, 64), 'b': (10,)}",
    ]


def test_50_890_parameters_with_gradients_in_the_same_places(results: Results) -> None:
    *rows, total = results.table("leaves").rows
    shapes = {"[0]['W']": "(64, 784)", "[0]['b']": "(64,)", "[1]['W']": "(10, 64)", "[1]['b']": "(10,)"}
    assert {str(row[0]): row[1] for row in rows} == shapes
    assert all(row[1] == row[3] for row in rows)
    assert total[2] == sum(int(row[2] or 0) for row in rows) == 50_890
    assert total[3] == "the same structure"


def test_an_input_of_zeros_gives_zeros(results: Results) -> None:
    assert results.values("an input of zeros") == {"output": [0.0] * 10}


def test_forward_is_tanh_layer_after_layer() -> None:
    x = np.random.default_rng(1).random(784)
    first, second = jax.tree.map(np.asarray, init(784, 64, 10))
    hidden = np.tanh(first["W"] @ x + first["b"])
    expected = np.tanh(second["W"] @ hidden + second["b"])
    np.testing.assert_allclose(mlp(init(784, 64, 10), x.astype(np.float32)), expected, atol=1e-5)


def test_a_step_along_the_gradients_lowers_the_loss(results: Results) -> None:
    losses = results.values("a step")
    assert losses["after"] < losses["before"]
    layers = init(784, 64, 10)
    stepped = step(layers, np.ones(784, np.float32), np.ones(10, np.float32))
    assert str(jax.tree.structure(stepped)) == str(jax.tree.structure(layers))


@pytest.mark.parametrize("again", [False, True])
def test_another_structure_traces_again_and_other_values_do_not(results: Results, again: bool) -> None:
    shown = Results(pytrees(PytreesParams())) if again else results
    rows = shown.table("calls of predict").rows
    assert {str(row[0]): row[2] for row in rows} == CALLS
    assert [row[3] for row in rows] in (list(CALLS.values()), [None] * len(CALLS))


def test_jax_says_what_differs(results: Results) -> None:
    text = " ".join(" ".join(results.printed("why, in JAX’s words").lines).split())
    assert "tuple" in text or "does not say" in text
