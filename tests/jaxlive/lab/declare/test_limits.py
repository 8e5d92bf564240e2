"""A block never passes its limit, and says when it was cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxlive.lab.declare.blocks import (
    Axis,
    Change,
    Event,
    Image,
    Lane,
    Note,
    Pass,
    Passes,
    Point,
    Printed,
    Program,
    Series,
    Stage,
    Table,
    Timeline,
)
from jaxlive.lab.declare.limits import fit


@given(st.lists(st.text(max_size=200), max_size=200), st.integers(500, 5000))
def test_what_fits_stays_and_what_does_not_is_cut(lines: list[str], limit: int) -> None:
    block = Printed(label="out", lines=lines)
    text = fit(block, limit)
    assert len(text.encode()) <= limit
    cut = Printed.model_validate_json(text)
    if len(block.model_dump_json().encode()) <= limit:
        assert cut == block
    else:
        assert f"{limit:,}" in (cut.cut or "")
        assert all(whole.startswith(part) for part, whole in zip(cut.lines, lines, strict=False))


@pytest.mark.parametrize(
    "block",
    [
        Program(label="f", stages=[Stage(name="hlo", text="x" * 9000, lines=[1] * 900)] * 4),
        Series(label="s", x=Axis(label="x"), y=Axis(label="y"), points=[Point(line="a", x=1, y=1)] * 500),
        Table(label="t", columns=["a"], rows=[["long " * 500]] * 10),
        Note(text="n" * 9000),
    ],
)
def test_every_kind_is_cut_where_it_is_long(block: Program | Series | Table | Note) -> None:
    text = fit(block, 4000)
    assert len(text) <= 4000
    cut = type(block).model_validate_json(text)
    if isinstance(cut, Program):
        assert len(cut.stages) == 4


def test_a_picture_gives_way_to_a_note() -> None:
    note = Note.model_validate_json(fit(Image(label="plot", png="A" * 5000, alt="a plot"), 1000))
    assert "plot" in note.text


PYTHON = Stage(name="python", text="def f(x): ...", lines=[1])


def test_of_long_differences_their_beginnings_stay_and_every_pass() -> None:
    change = Change(text="+  %a = f32[8] sine(%b)\n" * 500, lines=[1] * 500)
    steps = [Pass(pipeline="p", name=f"n{i}", instructions=1, fusions=0) for i in range(30)]
    steps[3].change = steps[4].change = change
    block = Passes(label="f", python=PYTHON, first=None, last=None, passes=steps, compile_s=1.0, plain_s=1.0)
    cut = Passes.model_validate_json(fit(block, 8000))
    assert [one.name for one in cut.passes] == [one.name for one in steps]
    assert cut.passes[3].change
    assert change.text.startswith(cut.passes[3].change.text)
    assert cut.cut


def test_of_a_long_timeline_the_trace_goes_and_then_late_events() -> None:
    def block(events: int) -> Timeline:
        event = Event(name="e", start_s=0, duration_s=1.0, depth=0)
        lanes = [Lane(name="python", events=[event] * events)] * 20
        return Timeline(
            label="f", python=PYTHON, lanes=lanes, calls=3, traced_s=1.0, plain_s=1.0, profile="A" * 9000
        )

    small, large = block(events=2), block(events=30)
    cut = Timeline.model_validate_json(fit(small, 9000))
    assert cut.profile is None
    assert cut.lanes == small.lanes
    cut = Timeline.model_validate_json(fit(large, 45_000))
    assert len(cut.lanes) == 20
    assert all(lane.events for lane in cut.lanes)
    assert any(len(lane.events) < 30 for lane in cut.lanes)
