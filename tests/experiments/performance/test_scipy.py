from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import numpy as np
import pytest

from experiments.performance import optimisers
from experiments.performance.fits import fits, single, tolerances
from experiments.performance.optimisers import (
    Fit,
    by_differences,
    by_gradient,
    by_jax,
    by_optax,
    by_optimistix,
)
from experiments.performance.regression import (
    LOGGED,
    Signal,
    closed_form,
    distance,
    line_and_sine,
    regression,
    rmse,
    rmse_jit,
    sample,
    sine_alone,
)
from experiments.performance.scipy import ScipyParams, retracing, scipy
from tests.experiments.running import Results, check_complete, check_work

N = 10_000
FITS: list[Callable[..., Fit]] = [partial(by_jax, tol=1e-4, gtol=1e-4), by_optimistix, by_optax]
ALL = ["SciPy, differences", "SciPy, gradient", "jax.scipy", "optimistix", "optax"]


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(scipy(ScipyParams()))


def rows_of(results: Results, label: str) -> dict[str, dict[str, float]]:
    table = results.table(label)
    return {
        str(row[0]): {
            name: np.nan if cell is None else float(str(cell))
            for name, cell in zip(table.columns[1:], row[1:], strict=True)
        }
        for row in table.rows
    }


def test_one_evaluation_is_timed_on_equal_data(results: Results) -> None:
    timings = results.timings("one RMSE")
    check_complete(timings)
    assert [(row.variant, row.dtype) for row in timings.rows] == [("numpy", "float64"), ("jax", "float64")]
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("numpy", "jax")


def test_the_work_is_that_of_one_rmse(results: Results) -> None:
    check_work(results.timings("one RMSE"), rmse, np.ones(2), *sample(line_and_sine(N), seed=0))


def test_both_sides_are_timed_at_three_lengths(results: Results) -> None:
    points = results.series("one RMSE by length").points
    assert [(point.line, point.x) for point in points] == [
        (line, n) for n in (N, 10 * N, 100 * N) for line in ("numpy", "jax")
    ]
    assert any("million points, not 10,000" in note for note in results.notes)


def test_data_are_arguments_and_no_constants() -> None:
    a, b = single(N, 0)
    compiled = rmse_jit.lower(np.array([9, 7], np.float32), a, b).compile()
    assert (compiled.as_text() or "").count("f32[10000]{0} parameter(") >= 2
    assert float(rmse_jit(np.array([9, 7], np.float32), a, b)) == pytest.approx(rmse([9, 7], a, b), rel=1e-5)


def test_a_longer_vector_is_traced_again_and_changes_no_value(results: Results) -> None:
    rows = rows_of(results, "traces by length")
    assert [*rows] == ["2", "3", "4"]
    assert [row["traces"] for row in rows.values()] == [1, 2, 3]
    assert len({row["RMSE"] for row in rows.values()}) == 1
    assert [point.x for point in results.series("fifteen calls").points] == list(range(1, 16))


def test_a_second_run_traces_as_often() -> None:
    for _ in range(2):
        again = Results(retracing(*single(1000, 0)))
        assert [row[2] for row in again.table("traces by length").rows] == [1, 2, 3]


def test_all_optimisers_end_in_the_minimum_of_the_sample(results: Results) -> None:
    rows = rows_of(results, "line and sine")
    assert [*rows] == ["the minimum", *ALL]
    for row in rows.values():
        assert row["slope"] == pytest.approx(1.534, abs=0.001)
        assert row["offset"] == pytest.approx(2.797, abs=0.001)
        assert row["RMSE"] == pytest.approx(0.442, abs=0.001)
    assert {rows[name]["status"] for name in ALL} == {0}


def test_differences_take_three_times_the_calls(results: Results) -> None:
    rows = rows_of(results, "line and sine")
    assert (rows["SciPy, differences"]["steps"], rows["SciPy, differences"]["calls"]) == (11, 36)
    for name in ("SciPy, gradient", "jax.scipy"):
        assert (rows[name]["steps"], rows[name]["calls"]) == (11, 12)


def test_what_jax_computes_ends_on_its_device() -> None:
    with jax.enable_x64(True):
        for name, side in optimisers.optimisers("jax", *sample(line_and_sine(1000), seed=0)).items():
            assert all(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(side.call())), name


def test_fits_are_timed_and_agree(results: Results) -> None:
    timings = results.timings("one fit")
    assert timings.complete
    assert [(row.variant, row.dtype) for row in timings.rows] == [(name, "float64") for name in ALL]
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("SciPy, differences", "jax.scipy")
    assert any(note.startswith("The first call of jax.scipy") for note in results.notes) or any(
        "never pays" in note for note in results.notes
    )


def test_on_a_sine_alone_only_jax_scipy_gives_up(results: Results) -> None:
    rows = rows_of(results, "sine alone")
    failed = rows.pop("jax.scipy")
    assert failed["slope"] == pytest.approx(2.61, abs=0.01)
    assert failed["offset"] == pytest.approx(2.83, abs=0.01)
    assert failed["as told"] == pytest.approx(0.124, abs=0.001)
    assert failed["RMSE"] == pytest.approx(0.312, abs=0.001)
    assert failed["status"] == 3
    for row in rows.values():
        assert row["slope"] == pytest.approx(1.520, abs=0.002)
        assert row["offset"] == pytest.approx(3.000, abs=0.001)
        assert row["RMSE"] == pytest.approx(0.0812, abs=0.0005)
    assert any(note.startswith("jax.scipy gives up at slope 2.6146 with status 3") for note in results.notes)


def test_tol_does_nothing_and_gtol_does(results: Results) -> None:
    wide, narrow, right = results.table("tol and gtol").rows
    assert wide[1:] == narrow[1:]
    assert narrow[6] in (0, 3)  # how a processor rounds decides
    assert int(str(narrow[7])) < 12
    assert right[4:] == [11, 12, 0, 12]
    assert right[:2] == ["10⁻⁴", "10⁻⁴"]
    assert [row[2:4] for row in (narrow, right)] == [["1.5339", "2.7975"], ["1.5339", "2.7975"]]


def test_the_closed_form() -> None:
    assert closed_form(line_and_sine(N)) == pytest.approx([1.535, 2.791, 0.4458], abs=5e-4)
    assert closed_form(sine_alone(N)) == pytest.approx([1.520, 3.000, 0.08117], abs=1e-4)


@pytest.mark.parametrize("data", [line_and_sine, sine_alone])
def test_samples_scatter_around_the_closed_form_as_the_errors_say(
    data: Callable[[int], Signal],
) -> None:
    right = closed_form(data(N))
    off = []
    for seed in range(100):
        found, errors = regression(*sample(data(N), seed=seed))
        off.append((np.array(found) - right) / errors)
    np.testing.assert_allclose(np.mean(off, axis=0), 0, atol=0.35)
    np.testing.assert_allclose(np.std(off, axis=0), 1, atol=0.25)


@pytest.mark.parametrize("seed", range(5))
def test_every_optimiser_is_within_the_statistical_error(seed: int) -> None:
    a, b = sample(line_and_sine(N), seed=seed)
    best, errors = regression(a, b)
    right = closed_form(line_and_sine(N))
    with jax.enable_x64(True):
        for fit in (by_differences, by_gradient, *FITS):
            end = jax.device_get(fit(a, b))
            assert end.status == 0
            assert distance(list(end.x), best[:2], errors[:2]) < 0.05
            assert distance([*end.x, rmse(end.x, a, b)], right, errors) < 4


def test_the_logs_are_of_different_data(results: Results) -> None:
    scales = {
        data: (closed_form(data(N)), regression(*sample(data(N), seed=0))[1])
        for data in (line_and_sine, sine_alone)
    }
    assert distance(LOGGED["JAX"], *scales[line_and_sine]) < 3
    assert distance(LOGGED["NumPy"], *scales[sine_alone]) < 0.1
    assert distance(LOGGED["JAX"], *scales[sine_alone]) > 100
    assert distance(LOGGED["NumPy"], *scales[line_and_sine]) > 50
    assert sum("s log, in standard errors: " in note for note in results.notes) == 2


def test_the_table_has_formula_sample_and_log(results: Results) -> None:
    rows = {str(row[0]): row[1:] for row in results.table("by formula").rows}
    assert rows["line and sine, formula"] == ["1.5349", "2.7905", "0.4458"]
    assert rows["line and sine, sample"] == ["1.5339 ± 0.0025", "2.7975 ± 0.0117", "0.4421 ± 0.0043"]
    assert rows["JAX’s log, quoted"] == ["1.5332", "2.8007", "0.4450"]
    assert rows["sine alone, formula"] == ["1.5199", "3.0000", "0.0812"]
    assert rows["NumPy’s log, quoted"] == ["1.5200", "3.0000", "0.0812"]


def test_the_numpy_log_is_the_closed_form_to_its_digits() -> None:
    """At ten thousand points its RMSE would scatter by 6e-4; at ten million, by 2e-5."""
    right = closed_form(sine_alone(N))
    assert [round(x, 3) for x in right[:2]] == LOGGED["NumPy"][:2]
    assert right[2] == pytest.approx(LOGGED["NumPy"][2], abs=2e-5)


@pytest.mark.parametrize("fit", FITS)
def test_evaluations_are_counted_right(fit: Callable[..., Fit], monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    def counted(x: jax.Array, a: jax.Array, b: jax.Array) -> Any:
        jax.debug.callback(calls.append, x[0])
        return rmse(x, a, b)

    monkeypatch.setattr(optimisers, "rmse", counted)
    jax.clear_caches()
    with jax.enable_x64(True):
        end = jax.device_get(fit(*sample(line_and_sine(1000), seed=0)))
    jax.effects_barrier()
    jax.clear_caches()
    assert end.evaluations == len(calls)


def test_one_library_alone() -> None:
    numpy = Results(scipy(ScipyParams(variant="numpy", array_length=1000)))
    assert [row.variant for row in numpy.timings("one RMSE").rows] == ["numpy"]
    assert [*rows_of(numpy, "line and sine")] == ["the minimum", "SciPy, differences"]
    assert numpy.timings("one fit").ratios == []


def test_without_jax_scipy_the_others_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimisers, "find_spec", lambda name: None)
    assert "has no jax.scipy.optimize" in str(optimisers.jax_problem())
    with jax.enable_x64(True):
        without = Results(fits("all", 1000))
    assert [*rows_of(without, "sine alone")] == [
        "the minimum",
        *(name for name in ALL if name != "jax.scipy"),
    ]


def test_x64_is_off_again(results: Results) -> None:
    assert results.table("line and sine").rows
    assert jax.numpy.ones(1).dtype == "float32"
    assert Results(tolerances(1000)).table("tol and gtol").rows


def test_memory_is_asked_for_by_formula() -> None:
    assert ScipyParams(array_length=10_000).bytes_needed() == 96_000_000
