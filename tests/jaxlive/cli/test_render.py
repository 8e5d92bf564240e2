"""What the terminal shows of each kind of block."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from jaxlive.cli import render
from jaxlive.lab.declare.blocks import (
    AnyBlock,
    Axis,
    Change,
    Event,
    Heatmap,
    Image,
    Lane,
    Note,
    Pass,
    Passes,
    Point,
    Printed,
    Program,
    Raised,
    Series,
    Stage,
    Table,
    Timeline,
    ValueItem,
    Values,
)
from jaxlive.lab.show.markdown import seconds


def shown(block: AnyBlock) -> str:
    console = Console(width=120)
    with console.capture() as capture:
        console.print(render.block(block))
    return capture.get()


PROGRAM = Program(
    label="f", stages=[Stage(name="jaxpr", text="b = sin a", lines=[3], count=1, counted="equations")]
)
PYTHON = Stage(name="python", text="f", lines=[1])
STEPS = [
    Pass(pipeline="p", name="dce", instructions=5, fusions=0),
    Pass(pipeline="p", name="fusion", instructions=7, fusions=1, change=Change(text="-  %a[0]", lines=[1])),
]
LANE = Lane(
    name="python", events=[Event(name="sine[1]", start_s=0, duration_s=2e-6, depth=1, hlo="s", line=7)]
)
AXIS = Axis(label="elements", unit="1")


@pytest.mark.parametrize(
    ("block", "words"),
    [
        (Note(text="a note"), ["a note"]),
        (Printed(label="out", lines=["[red]not markup[/red]"]), ["[red]not markup[/red]"]),
        (
            Raised(label="x[i] = 1", type="TypeError", message="no x[idx]", line=3, source="x[i] = 1"),
            ["x[i] = 1 (raised", "TypeError: no x[idx]", "line 3: x[i] = 1"],
        ),
        (
            Table(label="t[i]", columns=["a[i]", "b"], rows=[[1.23456789, None], ["x[key]", 1]]),
            ["t[i]", "a[i]", "1.235", "–", "x[key]"],
        ),
        (
            Values(label="v", items=[ValueItem(name="x", dtype="f32", shape=[2, 3], text="[1]")]),
            ["2×3", "f32"],
        ),
        (Series(label="s", x=AXIS, y=AXIS, points=[Point(line="jit", x=1, y=2)]), ["jit", "elements"]),
        (
            Heatmap(label="map", x=AXIS, y=AXIS, value=AXIS, xs=[0, 1], ys=[0, 1], cells=[[0, 1], [2, None]]),
            ["map: elements", "0 to 2", "█?", " ▒"],
        ),
        (Image(label="digit", png="", alt="a seven"), ["a seven"]),
        (PROGRAM, ["1 equations", "b = sin a"]),
        (
            Passes(
                label="f", python=PYTHON, first=None, last=None, passes=STEPS, compile_s=0.03, plain_s=0.02
            ),
            ["f: 2 passes, 1 of them", "fusion", "-  %a[0]", "compiled in 20 ms, 30 ms with dumps"],
        ),
        (
            Timeline(
                label="f",
                python=PYTHON,
                lanes=[LANE],
                calls=3,
                traced_s=2e-3,
                plain_s=1e-3,
                busy=0.5,
                remark="r.",
            ),
            ["1 of 1 events in 3 calls", "  sine[1]", "50% of the time", "not a timing", "r."],
        ),
    ],
)
def test_each_block_shows_what_it_says(block: AnyBlock, words: list[str]) -> None:
    text = shown(block)
    for word in words:
        assert word in text


@given(st.floats(1e-9, 1e4))
def test_times_keep_three_digits_and_their_value(value: float) -> None:
    number, unit = seconds(value).split()
    factor = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}[unit]
    assert float(number) * factor == pytest.approx(value, rel=0.006)
