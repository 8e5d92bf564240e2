"""Blocks as a notebook has them: every recorded one has Markdown, and a picture where it is one."""

import base64

import pytest

from jaxlive import Append, Axis, Note, Point, Series, Table
from jaxlive.lab.show.markdown import markdown, table
from jaxlive.lab.show.notebook import bundles, last_states
from jaxlive.runs.models import Run
from tests.running import ROOT

RECORDED = ROOT / "recordings" / "vm-2-cores"


@pytest.mark.parametrize("name", ["grad", "throw", "many-throws", "retracing", "immutability", "jaxpr"])
def test_every_recorded_block_can_be_shown(name: str) -> None:
    run = Run.model_validate_json((RECORDED / f"{name}.json").read_text())
    for block in run.blocks:
        shown = bundles(block)
        assert all(one["text/plain"].strip() for one in shown)
        pictures = [one["image/png"] for one in shown if "image/png" in one]
        assert len(pictures) == (block.kind in ("series", "heatmap", "image", "timings"))
        assert all(base64.b64decode(picture).startswith(b"\x89PNG") for picture in pictures)
        assert ("text/markdown" in shown[-1]) == (not pictures or block.kind == "timings")


def test_what_would_end_a_cell_is_escaped() -> None:
    assert table(["a|b"], [[None], ["c\nd"], [0.123456]]).splitlines() == [
        r"| a\|b |", "| --- |", "| – |", "| c<br>d |", "| 0.1235 |"
    ]  # fmt: skip


def test_a_remark_stays_with_its_block() -> None:
    assert markdown(Note(text="a sentence", cut="half of it")).endswith("*half of it*")


def test_blocks_are_shown_in_their_last_state() -> None:
    line = Series(label="line", x=Axis(label="x"), y=Axis(label="y"))
    point = Point(line="a", x=0, y=1)
    grown = [Table(label="t", columns=["n"], rows=[[count]]) for count in (1, 2)]
    blocks = last_states(
        [grown[0], line, Note(text="one"), grown[1], Append(label="line", points=[point]), Note(text="two")]
    )
    assert blocks == [
        grown[1],
        line.model_copy(update={"points": [point]}),
        Note(text="one"),
        Note(text="two"),
    ]
