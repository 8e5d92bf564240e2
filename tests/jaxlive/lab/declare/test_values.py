import inspect
import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import checkify

from jaxlive.lab.declare.values import printed, raises, values


def test_values_keep_order_dtype_shape_text_and_small_data() -> None:
    block = values("v", a=jnp.ones((2, 2)), b=3.5, c=np.arange(2000))
    a, b, c = block.items
    assert (a.name, a.dtype, a.shape, a.data) == ("a", "float32", [2, 2], [[1, 1], [1, 1]])
    assert (b.dtype, b.shape, b.text, b.data) == ("float", [], "3.5", 3.5)
    assert (c.shape, c.data) == ([2000], None)
    assert "..." in c.text


def test_numbers_that_are_not_finite_become_null_and_say_so() -> None:
    block = values("v", a=np.array([1.0, math.inf]))
    assert block.items[0].data == [1.0, None]
    assert block.nulls


def test_an_expected_exception_tells_the_line_that_raised_it() -> None:
    def fails() -> None:
        np.ones(2) + np.ones(3)

    block = raises("broken", fails)
    assert (block.label, block.type) == ("broken", "ValueError")
    assert block.line == inspect.getsourcelines(fails)[1] + 1
    assert block.source == "np.ones(2) + np.ones(3)"


def test_an_exception_out_of_compiled_code_tells_the_line_that_was_traced() -> None:
    def root(x: jax.Array) -> jax.Array:
        return jnp.sqrt(x)

    def fails() -> None:
        error, _ = checkify.checkify(root, checkify.nan_checks)(-1.0)
        error.throw()

    block = raises("nan", fails)
    assert (block.type, block.source) == ("JaxRuntimeError", "return jnp.sqrt(x)")


def test_a_transformed_operation_is_found_in_its_own_line() -> None:
    def root(x: jax.Array) -> jax.Array:
        return jnp.sqrt(x)

    with jax.debug_nans(True):
        block = raises("nan", lambda: jax.grad(lambda x: root(x) * x)(0.0))
    assert (block.type, block.source) == ("FloatingPointError", "return jnp.sqrt(x)")


def test_a_cause_of_the_same_type_happened_elsewhere() -> None:
    def fails() -> None:
        try:
            raise ValueError("first use")
        except ValueError as error:
            raise ValueError("second use") from error

    assert raises("twice", fails).source == 'raise ValueError("second use") from error'


def test_an_exception_names_files_from_the_project_on() -> None:
    def fails() -> None:
        raise ValueError(f"in {__file__}:1")

    assert raises("broken", fails).message == "in tests/jaxlive/lab/declare/test_values.py:1"


def test_a_missing_exception_is_an_error() -> None:
    with pytest.raises(AssertionError, match="expected an exception, got 1"):
        raises("fine", lambda: 1)


def test_what_a_call_prints_is_caught_in_order_and_its_result_kept() -> None:
    @jax.jit
    def tells(x: float) -> float:
        print("tracing")
        jax.debug.print("x is {}", x)
        return x

    assert printed(tells, 1.0) == (1.0, ["tracing", "x is 1.0"])
    assert printed(tells, 2.0) == (2.0, ["x is 2.0"])
