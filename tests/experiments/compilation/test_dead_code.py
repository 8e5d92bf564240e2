import jax
import pytest

from experiments.compilation.dead_code import (
    FLOATS,
    DeadCodeParams,
    compiled,
    dead_code,
    program_of,
    stupid_loop,
)
from jaxlive.lab.declare.limits import MAX_BYTES, fit
from tests.experiments.running import Results, check_complete, check_mapped


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(dead_code(DeadCodeParams(squarings=100)))


def test_a_squaring_is_an_equation_and_no_operation(results: Results) -> None:
    assert results.table("what is left").rows == [[10, 11, 0, 2], [100, 101, 0, 2], [1000, 1001, 0, 2]]


def test_the_program_is_a_single_copy(results: Results) -> None:
    stages = results.stages("stupid_loop")
    check_mapped(stages["jaxpr"], least=1)
    assert stages["jaxpr"].text.count(" = mul ") == 100
    assert stages["jaxpr"].text.count(" = copy ") == 1
    instructions = [line.split(" = ")[1] for line in stages["hlo"].text.splitlines() if " = " in line]
    assert ["parameter" in instructions[0], "copy(" in instructions[1]] == [True, True]


def test_who_drops_what(results: Results) -> None:
    rows = {row[0]: row[1:] for row in results.table("who drops it").rows}
    assert rows["not used"] == [101, 0, 2, "JAX"]
    integers, floats = rows["0 · y, integers"], rows["0 · y, floats"]
    assert integers[0] == floats[0] == 102
    assert (integers[2], integers[3]) == (2, "XLA")
    assert int(str(floats[2])) > 100
    assert floats[3] == "nobody"


def test_no_one_may_drop_0_times_a_float(results: Results) -> None:
    given = results.values("what they give")
    assert given["not used"] == given["0 · y, integers"] == [0, 1, 2, 3]
    assert given["0 · y, floats"] == [0, 1, None, None]


def test_the_result_is_the_copy() -> None:
    x = jax.device_put(FLOATS)
    assert compiled(stupid_loop, 10)(x).tolist() == stupid_loop(x, 10).tolist() == [0, 1, 2, 3]


def test_the_first_call_stands_apart(results: Results) -> None:
    timings = results.timings("100 squarings")
    check_complete(timings)
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("eager", "jit")
    assert "paid back" in results.notes[-1]


def test_the_longest_loop_fits_a_block() -> None:
    program = program_of(stupid_loop, FLOATS, 2000)
    assert len(program.model_dump_json()) < MAX_BYTES // 8
    assert fit(program) == program.model_dump_json()
