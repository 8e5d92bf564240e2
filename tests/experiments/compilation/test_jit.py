import inspect

import jax
import numpy as np
import pytest

from experiments.compilation.jit import JitParams, f, f_typed, jit
from jaxlive.lab.measure.variants import torch_problem
from tests.experiments.running import Results, check_complete, check_mapped, check_work

LENGTH = 20_000
SIX_VALUES = [1.0, 1.398, -0.76, 1.653, 1.748, 3.508]


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(jit(JitParams(array_length=LENGTH)))


def test_six_float16_values(results: Results) -> None:
    shown = results.values("six float16 values")
    np.testing.assert_array_equal(shown["f"], np.array(shown["f"], np.float16))
    np.testing.assert_allclose(shown["f"], SIX_VALUES, atol=5e-4)


def test_jit_keeps_the_values_to_the_rounding_of_float16(results: Results) -> None:
    plain, compiled, typed = (
        np.array(results.values("six float16 values")[name], np.float16) for name in ("f", "f_jit", "f_typed")
    )
    np.testing.assert_array_max_ulp(plain, compiled, maxulp=2)
    np.testing.assert_array_equal(compiled, typed)
    assert results.notes[0].startswith("With and without jit: the same")


def test_typed_jit_keeps_the_signature() -> None:
    assert inspect.signature(f_typed).return_annotation is jax.Array


def test_all_sides_are_timed_at_one_length(results: Results) -> None:
    timings = results.timings(f"{LENGTH:,} elements")
    check_complete(timings)
    sides = ["numpy", "eager", "jit"] + ([] if torch_problem() else ["torch"])
    assert [row.variant for row in timings.rows] == sides
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("eager", "jit")
    assert {row.dtype for row in timings.rows} == {"float32"}
    check_work(timings, f, np.ones(LENGTH, np.float32))


def test_the_series_grows_over_four_sizes(results: Results) -> None:
    series = results.series("time of a call")
    assert sorted({point.x for point in series.points}) == [
        LENGTH // 1000,
        LENGTH // 100,
        LENGTH // 10,
        LENGTH,
    ]
    assert (series.x.scale, series.y.scale, series.y.unit) == ("log", "log", "s")
    assert all(point.y for point in series.points)


def test_program_is_one_loop_whose_lines_are_the_formula(results: Results) -> None:
    stages = results.stages("f")
    check_mapped(stages["jaxpr"], least=0.9)
    assert stages["jaxpr"].count == 6
    first = inspect.getsourcelines(f)[1]
    assert {line for line in stages["jaxpr"].lines if line} == {first + 1, first + 2, first + 3}


def test_memory_is_asked_for_by_formula() -> None:
    assert JitParams(array_length=10_000_000).bytes_needed() == 640_000_000
