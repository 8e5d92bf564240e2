from collections.abc import Callable
from itertools import count
from typing import get_args

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from experiments.compilation.jit import f_jit
from experiments.performance.benchmark_traps import (
    TRAPS,
    BenchmarkTrapsParams,
    benchmark_traps,
    in_blocks,
    interleaved,
)
from experiments.performance.wrong_ways import (
    COLD_BYTES,
    closed_over,
    handed_over,
    passed_in,
    rotating,
    ten_calls,
    ten_times,
)
from jaxlive.lab.programs.stages import compilations, programs
from tests.experiments.running import Results, check_complete, check_work

LENGTH = 100_000
DEFAULT = int(BenchmarkTrapsParams().array_length)
COMPARED = ["array closed over", "result not used", "float32", "transfer timed", "input in the cache"]


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(benchmark_traps(BenchmarkTrapsParams(array_length=LENGTH)))


def test_every_trap_has_a_row_with_both_numbers(results: Results) -> None:
    rows = results.table("wrong beside right").rows
    assert [row[0] for row in rows] == [
        "array closed over",
        "result not used",
        "different dtypes",
        "transfer timed",
        "compiling timed",
        "one after the other",
        "input in the cache",
    ]
    assert all(float(str(wrong)) > 0 and float(str(right)) > 0 for _, wrong, right, _, _ in rows)


@pytest.mark.parametrize("label", COMPARED)
def test_the_right_numbers_come_from_the_lab(results: Results, label: str) -> None:
    check_complete(results.timings(label))


@pytest.mark.parametrize("label", ["result not used", "float32", "transfer timed"])
def test_the_work_is_that_of_f(results: Results, label: str) -> None:
    check_work(results.timings(label), f_jit, np.ones(LENGTH, np.float32))


def test_the_work_of_a_sum(results: Results) -> None:
    check_work(results.timings("input in the cache"), jnp.sum, np.ones(LENGTH, np.float32))


def test_what_is_computed_while_compiling_has_no_roof(results: Results) -> None:
    assert [row.roof_fraction for row in results.timings("array closed over").rows] == [None, None]


def test_a_trap_runs_alone() -> None:
    alone = Results(benchmark_traps(BenchmarkTrapsParams(trap="compile", array_length=10_000)))
    assert [row[0] for row in alone.table("wrong beside right").rows] == ["compiling timed"]
    assert [point.x for point in alone.series("ten calls").points[::2]] == list(range(1, 11))


def test_every_trap_can_be_chosen() -> None:
    choices = get_args(BenchmarkTrapsParams.model_fields["trap"].annotation)
    assert choices == ("all", *TRAPS)


def optimised(function: jax.stages.Wrapped, *args: jax.Array) -> str:
    return next(programs(function, *args)).stages[-1].text


def test_xla_computes_with_an_array_that_is_closed_over_while_it_compiles() -> None:
    x = jnp.linspace(0, 4 * jnp.pi, DEFAULT)
    folded = optimised(closed_over(x))
    assert "sine(" not in folded
    assert "parameter(" not in folded
    assert "sine(" in optimised(passed_in, x)


def test_the_constant_is_the_result() -> None:
    x = jnp.linspace(0, 4 * jnp.pi, DEFAULT)
    assert float(closed_over(x)()) == pytest.approx(float(passed_in(x)), rel=1e-5)


def test_xla_computes_one_of_ten_results_when_nine_are_not_used() -> None:
    x = jnp.ones(DEFAULT)
    traced = next(programs(ten_times, x)).stages
    assert traced[1].text.count(" sin ") == 10
    assert traced[-1].text.count(" sine(") == optimised(f_jit, x).count(" sine(") == 1


def test_unlike_dtypes_are_refused(results: Results) -> None:
    refused = results.raised("refused")
    assert refused.type == "Disagreement"
    assert "numpy in float64, jit in float32" in refused.message


def test_an_array_that_is_handed_over_gives_the_same_result() -> None:
    x = np.linspace(0, 1, 100, dtype=np.float32)
    np.testing.assert_array_equal(handed_over(x).call(), f_jit(x))


def test_the_first_of_ten_calls_compiles_and_no_other() -> None:
    calls = ten_calls(jnp.ones(1000))
    with compilations() as first:
        assert next(calls) > 0
    with compilations() as others:
        assert len(list(calls)) == 9
    assert first is None or len(first) == 1
    assert not others


@pytest.mark.parametrize(("way", "fair"), [(in_blocks, False), (interleaved, True)])
def test_a_machine_that_slows_down_spoils_blocks(way: Callable[..., float], fair: bool) -> None:
    slower = count(100)
    assert (0.98 < way(lambda: float(next(slower))) < 1.02) == fair


def test_the_rotated_arrays_are_copies_that_fill_the_caches() -> None:
    x, seen = np.ones(2**20, np.float32), []
    variant = rotating(jax.jit(lambda x: x), x)
    assert variant.inputs == "cold"
    variant = rotating(lambda x: seen.append(x.unsafe_buffer_pointer()), x)
    for _ in range(100):
        variant.call()
    assert len(set(seen)) == COLD_BYTES // x.nbytes == 64


def test_the_ratio_of_a_function_to_itself_is_shown_for_both_ways(results: Results) -> None:
    points = results.series("a function over itself").points
    assert {point.line for point in points} == {"in blocks", "interleaved"}
    assert results.table("wrong beside right").rows[5][3] == "% spread"


def test_memory_is_asked_for_by_formula() -> None:
    assert BenchmarkTrapsParams(array_length=10_000).bytes_needed() == 2**28 + 1_000_000
