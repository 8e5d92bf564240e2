import inspect

from experiments.helpers.typed import typed_grad, typed_jit


def cube(x: float) -> float:
    return x**3


def test_values_are_those_of_jit_and_grad() -> None:
    assert typed_jit(cube)(2.0) == 8.0
    assert typed_grad(cube)(2.0) == 12.0
    assert typed_grad(typed_grad(cube))(2.0) == 12.0


def test_signatures_are_kept() -> None:
    for typed in (typed_jit(cube), typed_grad(cube)):
        assert inspect.signature(typed) == inspect.signature(cube)
