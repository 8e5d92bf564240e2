from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from experiments.transformations.custom_transformation import (
    CustomTransformationParams,
    custom_transformation,
    f,
    with_steps,
)
from tests.experiments.running import Results, check_complete, check_work

X = jnp.linspace(-1, 1, 4)
OFFSET = jnp.arange(4.0)
FUNCTIONS: dict[str, Callable[[jax.Array], jax.Array]] = {
    "an argument": lambda x: x,
    "a literal": lambda _: jnp.float32(3),
    "a captured array": lambda x: x + OFFSET,
    "relu, a custom derivative": jax.nn.relu,
    "gelu": jax.nn.gelu,
    "softmax, jit within jit": jax.nn.softmax,
    "a while loop": lambda x: jax.lax.while_loop(lambda y: y.sum() < 10, lambda y: y + 1, x),
    "a scan": lambda x: jax.lax.scan(lambda c, a: (c + jnp.sin(a), c * a), jnp.float32(0), x)[1],
    "a branch": lambda x: jax.lax.cond(x[0] > 0, jnp.sin, jnp.cos, x),
    "linear algebra": lambda x: jnp.linalg.inv(jnp.outer(x, x) + jnp.eye(4)),
    "random numbers": lambda x: x + jax.random.normal(jax.random.key(0), (4,)),
    "sort, two results": lambda x: jnp.argsort(-x),
}
SMOOTH = [
    "gelu",
    "softmax, jit within jit",
    "a scan",
    "a branch",
    "linear algebra",
    "relu, a custom derivative",
]


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(custom_transformation(CustomTransformationParams(length=1000)))


def looped(function: Callable[[jax.Array], jax.Array]) -> Callable[[jax.Array], Any]:
    return lambda x: with_steps(function)(x)[0]


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("under", [lambda f: f, jax.jit])
def test_the_loop_gives_the_value_of_the_function(name: str, under: Callable[..., Any]) -> None:
    function = FUNCTIONS[name]
    np.testing.assert_allclose(under(looped(function))(X), under(function)(X), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", SMOOTH)
def test_the_loop_under_grad_and_vmap(name: str) -> None:
    function, batch = FUNCTIONS[name], jnp.stack([X, 2 * X, X + 1])
    sides = [function, looped(function)]
    plain, through = (
        jax.jit(jax.vmap(jax.grad(lambda x, side=side: (side(x) ** 2).sum())))(batch) for side in sides
    )
    np.testing.assert_allclose(through, plain, rtol=1e-4, atol=1e-5)


def test_composed_values_are_the_same(results: Results) -> None:
    rows = results.table("composed").rows
    assert [row[0] for row in rows] == ["f", "jit", "grad", "grad grad", "vmap", "jit vmap grad"]
    assert all(row[1] == row[2] for row in rows)
    assert all(float(row[3] or 0) < 1e-6 for row in rows)


def test_every_step_of_a_batch_and_the_first_that_overflows(results: Results) -> None:
    rows = results.table("every step").rows
    assert [row[0] for row in rows] == ["01 exp", "02 add", "03 log", "04 sin", "05 mul"]
    np.testing.assert_allclose([float(row[1] or 0) for row in rows[:2]], [np.e, 1 + np.e], rtol=1e-6)
    assert [row[2] for row in rows[:3]] == ["inf"] * 3
    assert results.notes == ["The first step that is not finite: 01 exp."]


def test_the_loop_is_timed(results: Results) -> None:
    timings = results.timings("what the loop costs")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["f", "loop", "loop, eager"]


def test_the_work_is_that_of_f(results: Results) -> None:
    check_work(results.timings("what the loop costs"), f, np.ones(1000, np.float32))


def test_jit_leaves_nothing_of_the_loop() -> None:
    def f(x: jax.Array) -> jax.Array:
        return jnp.sin(x) * 2

    texts = [jax.jit(side).lower(X).compile().as_text() for side in (f, looped(f))]
    counted = [sum(" = " in line for line in str(text).splitlines()) for text in texts]
    assert counted[0] == counted[1]
