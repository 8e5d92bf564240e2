import shutil

import jax
import numpy as np
import pytest

from experiments.frameworks.typed_wrappers import PYRIGHT, TypedWrappersParams, typed_wrappers
from tests.experiments.running import Results

SIX_VALUES = [1.0, 1.398, -0.76, 1.653, 1.748, 3.508]


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(typed_wrappers(TypedWrappersParams()))


def test_values_are_those_of_jit_and_of_the_source(results: Results) -> None:
    shown = results.values("f at six points")
    assert shown["typed_jit"] == shown["jit"]
    np.testing.assert_allclose(shown["typed_jit"], SIX_VALUES, atol=4e-3)  # to the rounding of float16


def test_values_and_gradients_of_a_cube(results: Results) -> None:
    assert results.values("2x³ and 6x² at 2") == {
        "jit": 16.0,
        "typed_jit": 16.0,
        "grad": 24.0,
        "typed_grad": 24.0,
    }


def test_grad_still_has_its_five_options_and_most_change_the_type(results: Results) -> None:
    assert {str(row[0]): row[1:] for row in results.table("options of grad").rows} == {
        "argnums": ["0", "(float32, float32)"],
        "has_aux": ["False", "(float32, {sum: float32})"],
        "holomorphic": ["False", "complex64"],
        "allow_int": ["False", "float0"],
        "reduce_axes": ["()", "float32"],
    }


def test_a_wrapper_cannot_know_the_type_of_another_argument() -> None:
    from experiments.frameworks.typed_wrappers import typed_loss_slope

    gradient = typed_loss_slope({"a": 3.0})
    assert jax.tree.map(float, gradient) == {"a": 6.0}


@pytest.mark.skipif(
    not (PYRIGHT.exists() and shutil.which("node")), reason="pyright is not installed: run npm ci"
)
def test_pyright_sees_signatures_through_the_wrappers_alone(results: Results) -> None:
    said = {str(row[0]): str(row[1]) for row in results.table("what pyright sees").rows}
    signature = "(x: float, scale: float = 1) -> float"
    assert said["typed_fast"] == said["typed_slope"] == signature
    assert signature not in (said["fast"], said["slope"])
    assert said['fast("two")'] == "no complaint"
    assert "cannot be assigned" in said['typed_fast("two")']
    (promise,) = results.table("a promise").rows
    assert promise == ["typed_loss_slope", "(weights: dict[str, float]) -> float", "dict"]


def test_without_node_a_note_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    (note,) = Results(typed_wrappers(TypedWrappersParams())).notes
    assert "npm ci" in note
