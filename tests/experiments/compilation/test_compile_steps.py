import numpy as np
import pytest

from experiments.compilation.compile_steps import CompileStepsParams, compile_steps, linear
from tests.experiments.running import Results, check_complete, check_mapped


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(compile_steps(CompileStepsParams()))


def test_six_steps_with_one_trace_and_one_compilation(results: Results) -> None:
    rows = results.table("step by step").rows
    assert [row[0] for row in rows] == ["write", "jit", "trace", "jaxpr", "XLA", "cache", "cache, again"]
    assert [row[2] for row in rows] == [0, 0, 1, 1, 1, 1, 1]
    assert [row[3] for row in rows] == [0, 0, 0, 0, 1, 1, 1]


def test_each_step_gives_another_kind_of_thing(results: Results) -> None:
    gives = [str(row[1]) for row in results.table("step by step").rows]
    assert gives[0] == "function"
    assert gives[2:5] == ["Traced", "ClosedJaxpr", "Compiled"]
    assert gives[5] == gives[6]


def test_the_jaxpr_is_a_product_and_a_sum(results: Results) -> None:
    stages = results.stages("linear")
    check_mapped(stages["jaxpr"], least=1)
    assert stages["jaxpr"].count == 2
    assert "dot_general" in stages["jaxpr"].text
    assert "a:f32[4] b:f32[4,2] c:f32[2]" in stages["jaxpr"].text
    assert stages["hlo"].text.startswith("HloModule")


def test_the_first_call_stands_apart_from_the_later_ones(results: Results) -> None:
    timings = results.timings("x W + b")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["eager", "jit"]
    assert results.notes[0].startswith("The first call takes ")


def test_the_formula() -> None:
    product = linear(np.array([1.0, 2, 3, 4]), np.arange(8.0).reshape(4, 2), np.array([10.0, 20]))
    assert product.tolist() == [50, 70]


def test_a_second_run_counts_from_the_start(results: Results) -> None:
    again = Results(compile_steps(CompileStepsParams()))
    assert again.table("step by step").rows == results.table("step by step").rows
