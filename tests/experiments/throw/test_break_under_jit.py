import jax
import pytest

from experiments.throw.break_under_jit import BreakUnderJitParams, break_under_jit, with_break, with_while
from experiments.throw.flight import landing, landing_in_numpy
from tests.experiments.running import Results

ANGLE, SPEED = 0.1, 8.0
"""A throw of few steps."""


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(break_under_jit(BreakUnderJitParams(angle=ANGLE, speed=SPEED)))


@pytest.fixture(scope="module")
def table(results: Results) -> dict[str, list[str]]:
    return {str(name): list(map(str, cells)) for name, *cells in results.table("three loops").rows}


def test_jit_refuses_the_break_in_its_line(results: Results) -> None:
    raised = results.raised("jit of break")
    assert (raised.type, raised.source) == ("TracerBoolConversionError", "if ball[1] < 0:")


def test_grad_refuses_the_while_loop_and_names_the_cure(results: Results) -> None:
    raised = results.raised("grad of while_loop")
    assert (raised.type, raised.source) == ("ValueError", "ball = while_loop(flies, move, ball)")
    assert "lax.scan" in raised.message


def test_each_loop_works_where_it_should(table: dict[str, list[str]]) -> None:
    refused = {name: [cell == "raises" for cell in cells] for name, cells in table.items()}
    assert refused == {
        "for, break": [True, False, False],
        "while_loop": [False, True, False],
        "masked scan": [False, False, False],
    }


def test_what_works_gives_the_landing_and_its_slope(table: dict[str, list[str]]) -> None:
    right, h = landing_in_numpy(ANGLE, SPEED), 1e-6
    slope = (landing_in_numpy(ANGLE + h, SPEED) - landing_in_numpy(ANGLE - h, SPEED)) / (2 * h)
    for landed, *slopes in table.values():
        assert landed == "raises" or float(landed) == pytest.approx(right, abs=1e-3)
        assert all(cell == "raises" or float(cell) == pytest.approx(slope, rel=1e-3) for cell in slopes)


def test_three_loops_land_at_one_place() -> None:
    places = [float(loop(ANGLE, SPEED)) for loop in (with_break, with_while, jax.jit(landing))]
    assert places == pytest.approx([landing_in_numpy(ANGLE, SPEED)] * 3, rel=1e-5)


def test_another_length_compiles_again(results: Results) -> None:
    assert results.notes == ["Throws of 400, 400, 500 steps compile 2 programs."]
