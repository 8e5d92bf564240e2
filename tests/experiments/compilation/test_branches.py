import re

import jax
import numpy as np
import pytest

from experiments.compilation.branches import BranchesParams, branches, is_even, piecewise, square, switch
from tests.experiments.running import Results, check_mapped


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(branches(BranchesParams()))


def primitives(text: str) -> list[str]:
    return re.findall(r":\S+ = (\w+)", text)


def test_only_the_taken_python_branch_is_traced(results: Results) -> None:
    off, on = (results.stages(f"flag {flag}")["jaxpr"] for flag in ("off", "on"))
    assert (off.count, primitives(off.text)) == (1, ["dot_general"])
    assert (on.count, primitives(on.text)) == (2, ["dot_general", "max"])


def test_cond_runs_the_branch_of_the_value(results: Results) -> None:
    assert results.values("cond") == {"power_of_2": 8, "power_of_minus_2": 4}


def test_a_vector_is_halved_only_where_its_range_is_above_1(results: Results) -> None:
    shown = results.values("halve where the range is above 1")
    assert shown["halve(a)"] == shown["a"] == pytest.approx([0.1, 0.2])
    assert shown["halve(b)"] == shown["b"] == [-0.5, 0.5]
    assert shown["halve(c)"] == [0.5, -0.5]


def test_both_branches_of_cond_are_in_the_program(results: Results) -> None:
    jaxpr = results.stages("halve")["jaxpr"]
    assert "cond[" in jaxpr.text
    branches_of_cond = re.findall(r"\{ lambda ; .*let (.*) in", jaxpr.text)
    assert sorted("div" in branch for branch in branches_of_cond) == [False, True]
    check_mapped(jaxpr, least=0.9)


def test_values_of_the_forms(results: Results) -> None:
    rows = {row[0]: row[1] for row in results.table("how each chooses").rows}
    assert rows == {
        "lax.cond": "8",
        "lax.switch": "30",
        "lax.select": "[1 4]",
        "jnp.where": "[0 1]",
        "jnp.piecewise": "[1 8]",
        "vmap of lax.cond": "[1 8]",
    }


def test_switch_picks_by_index_and_clamps_it(results: Results) -> None:
    shown = results.values("one of many")
    assert shown == {
        "switch(0)": 10,
        "switch(2)": 30,
        "switch(7)": 30,
        "is_even(3)": False,
        "is_even(4)": True,
    }


def test_only_unmapped_conditionals_run_one_branch(results: Results) -> None:
    rows = results.table("how each chooses").rows
    one = [row[0] for row in rows if row[2] == "one branch"]
    assert one == ["lax.cond", "lax.switch"]
    assert {row[2] for row in rows[2:]} == {"all, then selects"}


def test_is_even_of_odd_and_negative_numbers() -> None:
    assert [bool(is_even(n)) for n in (0, 1, 2, 3, -1)] == [True, False, True, False, False]


def test_piecewise_and_switch_part_where_nothing_fits(results: Results) -> None:
    x = np.array([-1, 2])
    np.testing.assert_array_equal(jax.numpy.piecewise(x, [x > 5], [square]), [0, 0])
    assert [int(switch(n)) for n in (-1, 0, 1, 2, 7)] == [10, 10, 20, 30, 30]
    np.testing.assert_array_equal(piecewise(x), [1, 8])
    assert results.notes == ["Where nothing fits piecewise gives [0 0]; switch(7) its last branch, 30."]
