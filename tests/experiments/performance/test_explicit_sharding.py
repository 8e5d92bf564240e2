"""Explicit sharding: in a process with eight devices, as it declares, and in this process on one."""

import jax
import numpy as np
import pytest

from experiments.performance.explicit_sharding import (
    ExplicitShardingParams,
    data,
    explicit_sharding,
    gradient,
)
from jaxlive.lab.declare.blocks import Cell
from tests.experiments.apart import apart
from tests.experiments.running import Results, check_mapped


@pytest.fixture(scope="module")
def results() -> Results:
    return apart("explicit-sharding", device="cpu")


def rows(results: Results, label: str) -> dict[Cell, list[Cell]]:
    return {name: cells for name, *cells in results.table(label).rows}


def test_only_an_explicit_type_says_where_the_rows_lie(results: Results) -> None:
    assert rows(results, "types") == {
        "w": ["float32[16]", "float32[16]"],
        "x": ["float32[64,16]", "float32[64@devices,16]"],
        "sin(x)": ["float32[64,16]", "float32[64@devices,16]"],
        "x.T": ["float32[16,64]", "float32[16,64@devices]"],
        "x @ w − y": ["float32[64]", "float32[64@devices]"],
    }


def test_the_ambiguous_sum_is_refused_and_names_its_cure(results: Results) -> None:
    raised = results.raised("explicit")
    assert raised.type == "ShardingTypeError"
    assert "out_sharding" in raised.message
    assert raised.source == "return 2 / len(y) * (miss @ x)"


def test_where_the_sum_lies_is_as_told(results: Results) -> None:
    table = rows(results, "the sum")
    assert [cells[0] for cells in table.values()] == ["float32[16]", "float32[16]", "float32[16@devices]"]
    assert [cells[1] for cells in table.values()] == ["all-reduce"] * 3
    assert all(float(str(cells[2])) < 1e-5 for cells in table.values())


def test_the_types_are_in_the_program(results: Results) -> None:
    stages = results.stages("told")
    check_mapped(stages["jaxpr"], least=0.9)
    assert "f32[64@devices,16]" in stages["jaxpr"].text


def test_one_device_is_enough_and_refuses_too() -> None:
    alone = Results(explicit_sharding(ExplicitShardingParams()))
    assert alone.raised("explicit").type == "ShardingTypeError"
    assert [row[2] for row in alone.table("the sum").rows] == ["nothing"] * 3


def test_the_gradient_is_that_of_the_mean_of_squares() -> None:
    w, x, y = data(8)
    right = jax.grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    np.testing.assert_allclose(gradient(w, x, y), right, rtol=1e-4, atol=1e-6)
