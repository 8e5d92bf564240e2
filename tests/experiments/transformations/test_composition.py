import re

import numpy as np
import pytest

from experiments.transformations.composition import CompositionParams, composition, ladder, orders, sums
from tests.experiments.running import Results, check_complete, check_mapped, check_work


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(composition(CompositionParams(length=1000)))


def test_all_orders_give_the_same_values(results: Results) -> None:
    rows = results.table("values of each order").rows
    assert [row[0] for row in rows] == [*orders, *sums]
    assert len(rows) == 6
    assert all(float(row[3] or 0) < 1e-6 for row in rows)


@pytest.mark.parametrize("name", orders | sums)
def test_each_order_is_the_derivative(name: str) -> None:
    x = np.linspace(-2, 2, 101)
    expected = np.sin(x) / np.cosh(x) ** 2 + np.tanh(x) * np.cos(x)
    np.testing.assert_allclose((orders | sums)[name](x.astype(np.float32)), expected, atol=1e-6)


def test_grad_of_a_batch_is_refused(results: Results) -> None:
    raised = results.raised("grad(vmap(f))")
    assert raised.type == "TypeError"
    assert "scalar-output" in raised.message


def test_all_orders_are_timed(results: Results) -> None:
    timings = results.timings("time of each order")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == list(orders)
    assert [row.mode for row in timings.rows] == ["jit", "eager", "eager", "eager"]
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("jit in vmap", "jit outside")


def test_the_work_is_that_of_the_derivative(results: Results) -> None:
    check_work(results.timings("time of each order"), orders["jit outside"], np.ones(1000, np.float32))


def test_the_ladder_counts_the_equations_of_each_rung(results: Results) -> None:
    rows = results.table("the ladder").rows
    assert [row[0] for row in rows] == list(ladder)
    f, slope, batch, compiled = (int(row[2] or 0) for row in rows)
    assert f == 3
    assert slope == batch > f
    assert compiled == batch + 1


def test_each_rung_prints_the_equations_that_it_counts(results: Results) -> None:
    rows = {str(row[0]): row[2] for row in results.table("the ladder").rows}
    printed = {name: "\n".join(results.printed(f"jaxpr of {name}").lines) for name in ladder}
    assert {name: len(re.findall(r":\S+ = ", text)) for name, text in printed.items()} == rows
    assert "f32[] = tanh" in printed["f"]
    assert "= jit[" in printed["jit(vmap(grad(f)))"]


def test_the_program_maps_to_the_function(results: Results) -> None:
    check_mapped(results.stages("f")["jaxpr"], least=0.9)
