import math
import re

import numpy as np
import pytest

from experiments.compilation.unrolling import FORMS, LENGTH, UnrollingParams, squares, unrolling
from jaxlive.lab.programs.stages import operations
from tests.experiments.running import Results, check_complete, check_work

MOST = 200
FORM_NAMES = ["unrolled", "fori_loop", "scan", "scan, unroll=10"]


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(unrolling(UnrollingParams(most=MOST)))


def test_equations_grow_with_a_python_loop_only(results: Results) -> None:
    assert results.table("equations").columns == [
        "iterations",
        "unrolled",
        "fori_loop",
        "squares",
        "squares, scan",
    ]
    assert results.table("equations").rows == [
        [10, 10, 4, 11, 2],
        [100, 100, 4, 101, 2],
        [MOST, MOST, 4, MOST + 1, 2],
    ]


def test_the_loop_of_the_source_has_1001_equations() -> None:
    assert len(operations(lambda x: squares(x, 1000), np.ones(4, np.float32))) == 1001


@pytest.mark.parametrize("form", FORM_NAMES)
@pytest.mark.parametrize("n", [1, 7, 10, 25])
def test_every_form_sums_any_number(form: str, n: int) -> None:
    np.testing.assert_array_equal(FORMS[form](np.zeros(3, np.float32), n), [n * (n + 1) / 2] * 3)


def test_xla_makes_one_addition_of_what_it_sees_at_once(results: Results) -> None:
    unrolled = results.stages("5 additions, unrolled")
    assert unrolled["jaxpr"].count == 5
    assert len(re.findall(r" add\(", unrolled["hlo"].text)) == 1
    assert "constant(15)" in unrolled["hlo"].text
    rolled = results.stages("5 additions in a loop")
    assert "while(" in rolled["hlo"].text
    assert "constant(15)" not in rolled["hlo"].text


def test_both_extremes_have_a_point_for_each_number(results: Results) -> None:
    for label in ("time to compile", "time of a call"):
        points = results.series(label).points
        assert [(point.line, point.x) for point in points] == [
            (form, n) for n in (10, 100, MOST) for form in FORM_NAMES[:2]
        ]
        assert all(point.y and math.isfinite(point.y) for point in points)


def test_the_longest_loop_is_shown_whole(results: Results) -> None:
    timings = results.timings(f"{MOST} iterations")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == FORM_NAMES
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("unrolled", "fori_loop")
    assert results.notes[0].endswith(".")
    assert f"{MOST} iterations" in results.notes[0]


def test_the_work_is_that_of_the_formula(results: Results) -> None:
    check_work(results.timings(f"{MOST} iterations"), lambda x: x + MOST, np.ones(LENGTH, np.float32))


def test_the_shortest_loop_is_not_timed_twice() -> None:
    shown = Results(unrolling(UnrollingParams(most=10)))
    assert [row[0] for row in shown.table("equations").rows] == [10]
