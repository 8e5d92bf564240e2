"""Blocks: numbers that are not finite travel as null, with a reason."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from jaxlive.lab.declare.blocks import Axis, Block, Note, Point, Series, Table, ValueItem, Values

BLOCK: TypeAdapter[Block] = TypeAdapter(Block)


@given(st.lists(st.floats(), max_size=20))
def test_a_table_of_any_floats_is_strict_json(numbers: list[float]) -> None:
    block = Table(label="t", columns=["x"], rows=[[number] for number in numbers])
    json.loads(block.model_dump_json(), parse_constant=pytest.fail)
    bad = sum(not math.isfinite(number) for number in numbers)
    assert (block.nulls is None) == (bad == 0)
    assert sum(row == [None] for row in block.rows) == bad


def test_nulls_names_how_many_and_which() -> None:
    item = ValueItem(name="x", dtype="float32", shape=[3], text="[nan inf 1.]", data=None)
    block = Values(label="v", items=[item.model_copy(update={"data": [math.nan, math.inf, 1.0]})])
    assert block.model_dump_json()
    table = Table(label="t", columns=["x"], rows=[[math.nan], [-math.inf]])
    assert table.nulls == "2 number(s) were not finite (-inf, nan) and are shown as null"


def test_the_kind_decides_the_type_and_nothing_unknown_passes() -> None:
    series = Series(label="s", x=Axis(label="x"), y=Axis(label="y"), points=[Point(line="a", x=1, y=None)])
    assert BLOCK.validate_json(series.model_dump_json()) == series
    assert BLOCK.validate_python({"kind": "note", "text": "hello"}) == Note(text="hello")
    with pytest.raises(ValidationError):
        BLOCK.validate_python({"kind": "note", "text": "hello", "surprise": 1})
