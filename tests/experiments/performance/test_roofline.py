from contextlib import suppress
from functools import cache, partial

import jax.numpy as jnp
import numpy as np
import pytest

from experiments.helpers import case as cases
from experiments.helpers.case import Case
from experiments.performance.roofline import (
    RooflineParams,
    chart,
    functions,
    memory_bound,
    products,
    roofline,
    scan,
)
from jaxlive.lab.declare.blocks import Note
from jaxlive.lab.measure.precision import has_tf32, tf32_problem
from jaxlive.lab.measure.roofline import AboveRoof, Work
from jaxlive.lab.measure.variants import numpy, torch_problem
from tests.experiments.running import Results, check_complete

MOVED = 4 * 2**20
NAMES = ["axpy", "matvec", "chain", "horner"]
PRODUCTS = ["small product", "float64 product", "float32 product", "bfloat16 product"]


@pytest.fixture(scope="module")
def results() -> Results:
    """Of a run, or of another one where the machine was too busy for its roofs to be measured."""
    params = RooflineParams(working_set=4, matrix_size=256)
    for _ in range(4):
        with suppress(AboveRoof):
            return Results(roofline(params))
    return Results(roofline(params))


def sides(name: str) -> list[str]:
    return ["jit"] if "bfloat16" in name else ["jit", "numpy"] + ([] if torch_problem() else ["torch"])


def test_functions_compute_what_their_formulas_say() -> None:
    x = np.array([0.0, 0.25, 2.0])
    np.testing.assert_array_equal(functions(np)["axpy"](x, np.ones(3)), 2 * x + 1)
    np.testing.assert_allclose(functions(np)["chain"](x), 0.2 * x + np.sin(x) + np.cos(2 * x))
    np.testing.assert_allclose(functions(np)["horner"](x), np.polyval([1, 0] + 8 * [0.5], x))


def test_the_loop_repeats_its_step() -> None:
    """y → 2y + x from y = x: after n steps (2ⁿ⁺¹ − 1) x, which float32 cannot hold beyond n = 126."""
    assert float(scan(jnp.ones(1))[0]) == pytest.approx(2.0**101 - 1)


def test_memory_bound_calls_move_the_working_set() -> None:
    for case in memory_bound(MOVED):
        assert MOVED <= case.work.bytes < 1.01 * MOVED


@pytest.mark.parametrize(
    "case", [*memory_bound(MOVED), *products(256, "float32")], ids=lambda case: case.name
)
def test_least_bytes_are_those_of_arguments_and_result(case: Case) -> None:
    arrays = case.arrays()
    result = functions(np)[case.key](*(array.astype(np.float64) for array in arrays))
    assert case.work.bytes == sum(array.nbytes for array in arrays) + result.size * arrays[0].itemsize


@pytest.mark.parametrize("name", NAMES + PRODUCTS)
def test_every_case_is_timed_below_the_roof(results: Results, name: str) -> None:
    timings = results.timings(name)
    check_complete(timings)
    assert [row.variant for row in timings.rows] == sides(name)
    dtype = name.removesuffix(" product")
    assert {row.dtype for row in timings.rows} == {dtype if "float" in dtype else "float32"}
    assert all(row.roof_fraction and 0 < row.roof_fraction <= 1.05 for row in timings.rows)


def test_each_timing_is_a_point_under_the_lines(results: Results) -> None:
    series = results.series("under the roof")
    assert (series.x.unit, series.y.unit, series.x.scale, series.y.scale) == (
        "FLOP/byte",
        "FLOP/s",
        "log",
        "log",
    )
    expected = [f"{side} {name}" for name in NAMES + PRODUCTS for side in sides(name)]
    assert [point.line for point in series.points[8:]] == expected
    peaks = [point.y for point in series.points[:8] if point.y]
    assert all(point.y and point.y <= 1.05 * max(peaks) for point in series.points[8:])


def test_roofs_meet_where_memory_feeds_a_product(results: Results) -> None:
    memory, *flat = [results.series("under the roof").points[i : i + 2] for i in (0, 2, 4, 6)]
    rates = [(point.y or 0) / point.x for point in memory]
    assert rates[0] == pytest.approx(rates[1])
    assert memory[0].line.startswith("memory ")
    for (start, end), dtype in zip(flat, ("float32", "float64", "bfloat16"), strict=True):
        assert start.line.startswith(f"{dtype} ")
        assert start.y == end.y == pytest.approx(rates[0] * start.x)
        assert start.x < end.x


def test_flops_counted_twice(results: Results) -> None:
    rows = {str(row[0]): row for row in results.table("FLOPs counted twice").rows}
    assert [*rows] == [*NAMES, "float32 product", "bfloat16 product", "scan, 100 steps"]
    assert float(str(rows["axpy"][1])) == pytest.approx(2 * MOVED / 12 / 1e6, rel=1e-3)
    for name in ("axpy", "matvec", "horner", "float32 product"):
        assert float(str(rows[name][3])) == pytest.approx(1, rel=0.02)
    assert float(str(rows["chain"][3])) == pytest.approx(4 / 6, rel=0.02)
    assert rows["chain"][-1] == "formula: XLA counts sin and cos apart"
    assert float(str(rows["scan, 100 steps"][3])) == pytest.approx(0.01, rel=0.02)
    assert rows["scan, 100 steps"][-1] == "formula: XLA counts the loop's body once"


def test_shares_are_those_of_the_timings(results: Results) -> None:
    table = results.table("share of the roof")
    assert [row[0] for row in table.rows] == NAMES + PRODUCTS
    (jit,) = [row for row in results.timings("horner").rows if row.variant == "jit"]
    assert jit.roof_fraction
    assert table.rows[3][1:2] + table.rows[3][3:4] == [2, pytest.approx(100 * jit.roof_fraction)]
    assert table.rows[-1][2] is None
    assert results.notes[-1].startswith("At best, JAX takes ")


def test_memory_is_measured_up_to_four_working_sets(results: Results) -> None:
    points = results.series("memory by working set").points
    assert [point.x for point in points] == [2**exponent for exponent in range(16, 25, 2)]
    assert all(point.y and point.y > 1e8 for point in points)


def test_a_cached_result_is_refused(results: Results) -> None:
    raised = results.raised("a time that cannot be")
    assert raised.type == "AboveRoof"
    assert raised.message.startswith("cached took ")
    assert raised.source == "return last(timings)"


def test_an_impossible_point_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call of NumPy but the first hands out what the first computed."""
    monkeypatch.setattr(cases, "numpy", lambda function, *args: numpy(cache(partial(function, *args))))
    (axpy, *_) = memory_bound(MOVED)
    with pytest.raises(AboveRoof, match=r"numpy took .* µs a call"):
        Results(chart(MOVED, [axpy]))


@pytest.mark.skipif(has_tf32(), reason="this machine has TF32")
def test_tf32_that_is_missing_is_told_and_float32_drawn() -> None:
    cases = [*products(256, "tf32")]
    assert [case.mode for case in cases] == ["tf32"] * 4
    assert [case.precision for case in cases] == ["float32", "float64", "float32", "bfloat16"]
    ran = roofline(RooflineParams(precision="tf32"))
    notes = [next(ran) for _ in range(2)]
    assert tf32_problem("cpu") in [note.text for note in notes if isinstance(note, Note)]


def test_memory_is_asked_for_by_formula() -> None:
    assert RooflineParams(working_set=64, matrix_size=256).bytes_needed() == 2**30
    assert RooflineParams(working_set=1, matrix_size=8192).bytes_needed() == 240 * 8192**2


def test_work_has_an_intensity() -> None:
    assert Work(flops=6, bytes=8).intensity == 0.75
