"""A block never passes its limit, and says when it was cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxlive.lab.declare.blocks import Axis, Image, Note, Point, Printed, Program, Series, Stage, Table
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
