"""Events as lanes: made-up ones, in nanoseconds."""

import pytest

from jaxlive.lab.programs.lanes import busy, lanes, longest, within
from jaxlive.lab.programs.xla import Told


def told(name: str, start: float, end: float, hlo: str | None = None) -> Told:
    return Told(name, start, end - start, hlo and "jit_f", hlo)


CALL = [
    told("call", 100, 200),
    told("Pjit(f)", 110, 190),
    told("Pjit(f)", 111, 189),
    told("inputs", 120, 130),
]
LOOP = [
    told("while", 120, 180, "while.6"),
    told("sine", 125, 135, "sine.1"),
    told("sine", 155, 165, "sine.1"),
    told("done", 180, 180),
]
THREADS = [("python", CALL), ("tf_XLAClient/-5", LOOP), ("tf_XLAClient/77", LOOP[:1]), ("idle", [])]


def test_events_nest_by_time_and_have_lines_of_python() -> None:
    python, first, second = lanes(THREADS, 100, {("jit_f", "sine.1"): 7})
    assert [(one.name, one.depth) for one in python.events] == [("call", 0), ("Pjit(f)", 1), ("inputs", 2)]
    assert [(one.hlo, one.depth, one.line) for one in first.events] == [
        ("while.6", 0, None),
        ("sine.1", 1, 7),
        ("sine.1", 1, 7),
    ]
    assert first.events[0].start_s == pytest.approx(20e-9)
    assert [lane.name for lane in (python, first, second)] == ["python", "Client 1", "Client 2"]


def test_a_loop_is_busy_where_its_body_is() -> None:
    assert busy([("a", LOOP)], 100, 200) == pytest.approx(0.2)
    assert busy([("a", LOOP), ("b", [told("other", 160, 180, "other")])], 100, 200) == pytest.approx(0.35)
    assert busy([("a", [told("late", 150, 300, "late")])], 100, 200) == pytest.approx(0.5)
    assert busy([("a", CALL)], 100, 200) is None


def test_events_that_start_before_or_after_the_calls_are_left_out() -> None:
    assert within(THREADS, 112, 150) == [
        ("python", CALL[3:]),
        ("tf_XLAClient/-5", LOOP[:2]),
        ("tf_XLAClient/77", LOOP[:1]),
        ("idle", []),
    ]


def test_of_too_many_events_the_longest_stay() -> None:
    made = lanes(THREADS, 100, {})
    assert longest(made, 7) == (made, 0)
    kept, left_out = longest(made, 4)
    assert left_out == 3
    assert [one.name for lane in kept for one in lane.events] == ["call", "Pjit(f)", "while", "while"]
