import numpy as np
import pytest

from experiments.arrays.strict_inputs import StrictInputsParams, converted, strict_inputs
from tests.experiments.running import Results, check_complete, check_mapped

PROGRAMS = {"jnp.add, mixed dtypes": 2, "jnp.add": 1, "lax.add": 1}


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(strict_inputs(StrictInputsParams()))


def test_numpy_sums_lists_and_tuples_and_jax_an_array_of_them(results: Results) -> None:
    assert results.values("sums") == {"numpy_of_list": 3.0, "numpy_of_tuple": 3.0, "jax_of_array": 3.0}
    assert converted((1.0, 2.0)) == 3.0


@pytest.mark.parametrize("kind", ["list", "tuple"])
def test_jax_sums_neither_a_list_nor_a_tuple(results: Results, kind: str) -> None:
    raised = results.raised(f"a {kind}")
    assert raised.type == "TypeError"
    assert f"<class '{kind}'> at position 0" in raised.message
    assert raised.source == "return jnp.sum(numbers)"


def test_the_upper_layer_promotes_and_the_lower_refuses(results: Results) -> None:
    assert results.values("1 + 1.0") == {"jnp": 2.0, "upper": 2.0}
    raised = results.raised("lax.add(1, 1.0)")
    assert raised.type == "TypeError"
    assert "int32, float32" in raised.message
    assert raised.source == "return lax.add(x, y)"


@pytest.mark.parametrize(("label", "count"), PROGRAMS.items())
def test_operations_of_each_program(results: Results, label: str, count: int) -> None:
    jaxpr = results.stages(label)["jaxpr"]
    check_mapped(jaxpr, least=0.9)
    assert jaxpr.count == count
    assert ("convert_element_type" in jaxpr.text) == (count == 2)


def test_for_equal_dtypes_both_layers_are_one_program(results: Results) -> None:
    assert results.stages("jnp.add")["jaxpr"].text == results.stages("lax.add")["jaxpr"].text
    assert results.notes == ["Under jit, for equal dtypes, jnp.add and lax.add become the same program."]


def test_eager_calls_of_both_layers_are_timed(results: Results) -> None:
    timings = results.timings("4 numbers plus 4 numbers")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["jnp", "lax"]
    assert all(np.isclose(row.max_rel_error or 0, 0) for row in timings.rows)
