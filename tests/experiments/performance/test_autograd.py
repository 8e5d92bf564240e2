import jax
import numpy as np
import pytest

from experiments.compilation.jit import f
from experiments.performance.autograd import (
    AT_ONCE,
    JIT,
    LOOP,
    AutogradParams,
    autograd,
    by_formula,
    jit_inside,
    jit_outside,
    no_jit,
    slope,
)
from jaxlive.lab.measure.variants import torch_problem
from tests.experiments.running import Results, check_work

without_torch = pytest.mark.skipif(torch_problem() is not None, reason=torch_problem() or "")
JAX = [JIT, "vmap(jit(grad))", "vmap(grad)"]
TORCH = [AT_ONCE, "torch.func", LOOP]

# What the source printed, for both of its frameworks.
X = """0 0.661388 1.322776 1.984164 2.645552 3.3069398 3.968328 4.629716 5.291104 5.9524918 6.6138797
7.2752676 7.936656 8.598043 9.259432 9.920819 10.582208 11.243596 11.9049835 12.566371"""
F = """1 0.9919757 0.35448164 0.63532484 1.552006 1.4426103 -0.02463884 -1.0570028 -0.18064016 1.6549404
2.436616 1.8905241 1.5975547 2.3727536 2.962298 2.0551636 0.523385 0.3998468 2.012272 3.5132744"""
SLOPES = """1.2 -0.9496601 -0.50640905 1.2697529 0.9948586 -1.435761 -2.4704502 -0.2117664 2.578496 2.3742416
-0.08260958 -1.0845982 0.44661242 1.5158873 -0.1369658 -2.3538072 -1.6731402 1.3973863 2.9279408 1.1999986"""


def numbers(text: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(text.split(), np.float64)


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(autograd(AutogradParams(array_length=100)))


def test_value_and_slope_at_three(results: Results) -> None:
    shown = [results.values("JAX at 3")]
    if torch_problem() is None:
        shown.append(results.values("PyTorch at 3"))
    for at in shown:
        assert at["value"] == pytest.approx(1.7012903690338135, abs=2e-7)
        assert at["slope"] == pytest.approx(-0.23116151988506317, abs=2e-7)


def test_the_formula_is_that_of_the_derivative() -> None:
    with jax.enable_x64(True):
        for x in (0.0, 3.0, 7.5):
            assert by_formula(x) == pytest.approx(float(jax.grad(f)(x)), rel=1e-12)
    assert by_formula(3.0) == pytest.approx(float(slope(3.0)), abs=1e-6)


def test_twenty_slopes_agree_with_the_formula(results: Results) -> None:
    table = results.table("twenty points")
    assert table.columns[:4] == ["x", "f", "f′ by formula", JIT]
    found = np.array(table.rows, np.float64)
    assert found.shape[0] == 20
    for column in found.T[3:]:
        np.testing.assert_allclose(column, found.T[2], rtol=0, atol=1e-6)
    np.testing.assert_allclose(
        found.T[1], 0.2 * found.T[0] + np.sin(found.T[0]) + np.cos(2 * found.T[0]), atol=1e-6
    )


def test_twenty_points_are_those_of_the_source(results: Results) -> None:
    """Its points differ from ours by up to a unit in float32's last place, and f″ is up to 5."""
    x, y, _, *slopes = np.array(results.table("twenty points").rows, np.float64).T
    np.testing.assert_allclose(x, numbers(X), rtol=1.2e-7, atol=1e-6)
    np.testing.assert_allclose(y, numbers(F), rtol=0, atol=5e-6)
    for found in slopes:
        np.testing.assert_allclose(found, numbers(SLOPES), rtol=0, atol=5e-6)


def test_the_ways_of_jax_give_the_same() -> None:
    x = jax.numpy.linspace(0, 10, 33)
    for way in (no_jit, jit_inside, jit_outside):
        np.testing.assert_allclose(way(x), by_formula(np.asarray(x, np.float64)), rtol=0, atol=1e-6)


@without_torch
def test_six_ways_are_timed_on_equal_data(results: Results) -> None:
    timings = results.timings("many slopes")
    assert timings.complete
    assert timings.rounds >= 6
    assert timings.control is not None
    assert [(row.variant, row.dtype) for row in timings.rows] == [(name, "float32") for name in JAX + TORCH]
    assert all(row.max_rel_error is not None and row.max_rel_error < 1e-6 for row in timings.rows)
    assert (timings.ratios[0].of, timings.ratios[0].over) == (AT_ONCE, JIT)


def test_the_work_is_that_of_the_slopes(results: Results) -> None:
    check_work(results.timings("many slopes"), jit_outside, np.ones(100, np.float32))


@without_torch
def test_first_calls_stand_apart(results: Results) -> None:
    rows = results.table("first and later calls").rows
    assert [row[0] for row in rows] == JAX + TORCH
    for name, first, later, each in rows:
        assert (first is None) == (name in TORCH)
        assert float(str(each)) == pytest.approx(float(str(later)) * 1e3 / 100)
    assert results.notes[-1].startswith("PyTorch takes ")


def test_one_library_alone() -> None:
    alone = Results(autograd(AutogradParams(variant="jax", array_length=20)))
    assert [row.variant for row in alone.timings("many slopes").rows] == JAX
    assert alone.timings("many slopes").ratios == [] or alone.timings("many slopes").ratios[0].over == JIT


@without_torch
def test_the_other_library_alone_twice() -> None:
    for _ in range(2):
        alone = Results(autograd(AutogradParams(variant="pytorch", array_length=20)))
        assert [row.variant for row in alone.timings("many slopes").rows] == TORCH
        assert alone.timings("many slopes").ratios == []
        assert "jit" not in alone.notes[-1]
