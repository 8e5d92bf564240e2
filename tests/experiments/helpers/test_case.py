from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from experiments.helpers import case
from experiments.helpers.case import Case
from jaxlive.lab.measure import precision
from jaxlive.lab.measure.precision import multiplying
from jaxlive.lab.measure.roofline import Work
from jaxlive.lab.measure.timing import last
from jaxlive.lab.measure.variants import torch_problem

pytestmark = pytest.mark.slow  # times libraries


def functions(lib: Any) -> dict[str, Callable[..., Any]]:
    return {"sine": lambda x: x + lib.sin(x)}


def a_case(dtype: str = "float32") -> Case:
    size = {"float64": 8, "float32": 4, "bfloat16": 2}[dtype]
    return Case("a long sine", [(30_000,)], Work(60_000, 60_000 * size, transcendentals=30_000), dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16"])
def test_data_are_the_same_at_every_call_and_of_the_dtype(dtype: str) -> None:
    (first,), (again,) = a_case(dtype).arrays(), a_case(dtype).arrays()
    np.testing.assert_array_equal(first, again)
    assert str(first.dtype) == dtype
    assert 0 <= first.min() < first.max() <= 1


@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16"])
def test_libraries_are_timed_in_the_dtype(dtype: str) -> None:
    timings = last(a_case(dtype).timed(functions, budget_s=0.05))
    others = [] if dtype == "bfloat16" else ["numpy"] if torch_problem() else ["numpy", "torch"]
    assert [row.variant for row in timings.rows] == ["jit", *others]
    assert {row.dtype for row in timings.rows} == {dtype}
    assert {row.flops for row in timings.rows} == {60_000}


def test_in_tf32_a_case_says_so_and_numpy_stands_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "has_tf32", lambda: True)
    monkeypatch.setattr(case, "current_platform", lambda: "gpu")
    assert [replace(a_case(dtype), mode="tf32").precision for dtype in ("float32", "float64")] == [
        "tf32", "float64",
    ]  # fmt: skip
    assert a_case().precision == "float32"
    with multiplying("tf32"):
        assert "numpy" not in a_case()._sides(functions)
    with multiplying("float32"):
        assert "numpy" in a_case()._sides(functions)


def test_sines_are_counted_apart() -> None:
    name, formula, counted, ratio, moved, why = a_case().counted(functions)
    assert (name, formula, counted, ratio, moved) == ("a long sine", 0.06, 0.03, 0.5, 1)
    assert why == "formula: XLA counts sin and cos apart"
