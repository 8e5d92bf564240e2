from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxlive.cli.grid import axis, grid
from jaxlive.lab.declare.experiment import experiments
from jaxlive.runs.errors import BadParameters

JIT = experiments()["jit"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("array_length=1e3..1e6:log4", [1000, 10_000, 100_000, 1_000_000]),
        ("array_length=1000..4000:lin4", [1000, 2000, 3000, 4000]),
        ("array_length=10,1e3", [10, 1000]),
        ("device=cpu", ["cpu"]),
    ],
)
def test_values_of_an_axis(text: str, values: list[Any]) -> None:
    name, got = axis(JIT, text)
    assert (name, got) == (text.partition("=")[0], values)
    assert all(type(one) is type(other) for one, other in zip(got, values, strict=True))


@given(st.floats(1, 1e6), st.floats(1, 1e6), st.integers(2, 50), st.sampled_from(["log", "lin"]))
def test_a_range_holds_both_ends_and_goes_one_way(start: float, end: float, count: int, scale: str) -> None:
    _, values = axis(JIT, f"array_length={start!r}..{end!r}:{scale}{count}")
    assert len(values) == count
    assert (values[0], values[-1]) == (round(start), round(end))
    steps = np.diff(values)
    assert (steps >= 0).all() or (steps <= 0).all()


def test_a_grid_has_each_combination_once() -> None:
    points = grid(experiments()["xla"], ["matrix_size=10,20,10", "variant=numpy,jax"], ["cpu"])
    assert len(points) == 4
    assert {(point.model_dump()["matrix_size"], point.model_dump()["variant"]) for point in points} == {
        (size, variant) for size in (10, 20) for variant in ("numpy", "jax")
    }


@pytest.mark.parametrize(
    ("over", "words"),
    [
        ("nothing=1", "array_length"),
        ("array_length", "expected NAME="),
        ("array_length=many", "expected int"),
        ("array_length=0..10:log3", "0..10:log3"),
        ("array_length=inf", "expected int"),
        ("array_length=-5", "greater than"),
        ("array_length=", "expected NAME="),
    ],
)
def test_what_is_no_axis_is_refused_in_words(over: str, words: str) -> None:
    with pytest.raises(BadParameters, match=words):
        grid(JIT, [over], ["auto"])


@given(st.text(max_size=40))
def test_any_text_is_an_axis_or_refused(text: str) -> None:
    with suppress(BadParameters):
        assert grid(JIT, [f"array_length={text}"], ["auto"])
