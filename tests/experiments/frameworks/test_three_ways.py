import ast
import re

import numpy as np
import pytest

from experiments.frameworks.three_ways import ThreeWaysParams, graph, run, three_ways, with_gradients
from tests.experiments.running import Results, check_mapped


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(three_ways(ThreeWaysParams()))


def test_values_and_gradients_agree_and_are_those_of_the_formula(results: Results) -> None:
    expected = [56.0, [4.0, 5.0, 6.0], [1.0, 2.0, 3.0], [1.0, 1.0, 1.0]]
    for row, value in zip(results.table("values and gradients").rows, expected, strict=True):
        assert [ast.literal_eval(str(cell)) for cell in row[1:]] == [value] * 3


def test_the_graph_that_is_data_runs_on_other_numbers() -> None:
    x, y, z = np.random.default_rng(0).standard_normal((3, 5))
    done = run(with_gradients(graph), x=x, y=y, z=z)
    np.testing.assert_allclose(done["c"], (x * y + z).sum())
    np.testing.assert_array_equal([done["dx"], done["dy"], done["dz"]], [y, x, np.ones(5)])


def test_all_three_graphs_have_the_same_three_operations(results: Results) -> None:
    defined = results.printed("defined").lines
    assert defined[:3] == ["a = multiply(x, y)", "b = add(a, z)", "c = sum(b)"]
    recorded = [line.strip() for line in results.printed("recorded").lines]
    assert [line for line in recorded if line != "AccumulateGrad"] == [
        "SumBackward0",
        "AddBackward0",
        "MulBackward0",
    ]
    assert recorded.count("AccumulateGrad") == 3
    jaxpr = results.stages("total")["jaxpr"]
    assert re.findall(r" = ([a-z_]+)", jaxpr.text) == ["mul", "add", "reduce_sum"]
    check_mapped(jaxpr, least=1.0)


def test_a_branch_on_a_value_fails_while_defining_and_while_tracing(results: Results) -> None:
    assert results.raised("branch while defining").type == "TypeError"
    assert results.raised("branch while tracing").type == "TracerBoolConversionError"
    assert "if a.sum() > 0" in str(results.raised("branch while tracing").source)


def test_a_branch_on_a_value_is_recorded_anew_by_each_run(results: Results) -> None:
    assert results.values("branch while running") == {"above": 56.0, "below": -56.0}
    assert "AddBackward0" in results.printed("recorded above 0").lines[1]
    assert "SubBackward0" in results.printed("recorded below 0").lines[1]
    assert results.notes == ["PyTorch recorded another graph for the other sign."]
