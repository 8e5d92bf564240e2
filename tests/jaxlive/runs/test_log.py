"""A run's JSON and events, which are put together from the JSON of its blocks."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from jaxlive.engines.protocol import LINE
from jaxlive.lab.declare.blocks import AnyBlock, Axis, Block, Note, Point, Series, Table
from jaxlive.runs.bus import Bus
from jaxlive.runs.events import AppendEvent, BlockEvent, Finished, Queued, RunEvent, Started
from jaxlive.runs.log import RunLog, reduce
from jaxlive.runs.models import Run
from tests.running import ROOT

EVENT: TypeAdapter[RunEvent] = TypeAdapter(RunEvent)
BLOCKS: TypeAdapter[list[Block]] = TypeAdapter(list[Block])
TABLE = json.loads((ROOT / "tests" / "run_events.json").read_text())
"""The deck does the same with these events."""


def a_log() -> tuple[RunLog, list[str]]:
    """The log of a run that starts, and what was written down of it."""
    written: list[str] = []
    run = Run(id="a", experiment="echo", params={"n": 1}, status="queued", created_at=datetime.now(UTC))
    return RunLog(run, "somebody", Bus(), lambda log: written.append(log.json())), written


def block(index: int, content: AnyBlock) -> BlockEvent:
    return BlockEvent(run_id="a", index=index, block=content)


def test_its_json_is_that_of_the_run_after_every_event() -> None:
    log, written = a_log()
    axis, table = Axis(label="x"), Table(label='é \u2028 "t"', columns=["a"], rows=[[1.5], [None]])
    changes: list[Callable[[], None]] = [
        lambda: log.queue(0, 0.0),
        lambda: log.start(None),
        lambda: log.add(block(0, Note(text="one"))),
        lambda: log.add(block(1, Series(label="s", x=axis, y=axis))),
        lambda: log.add(AppendEvent(run_id="a", index=1, points=[Point(line="l", x=1, y=2)])),
        lambda: log.add(block(0, Note(text="other"))),
        lambda: log.add(block(2, table)),
        lambda: log.finish("done"),
    ]
    for change in changes:
        change()
        assert json.loads(log.json()) == log.run.model_dump(mode="json")
    assert written == [written[0], log.json()]
    assert json.loads(written[0])["status"] == "running"


def test_its_events_are_those_of_the_api() -> None:
    log, _ = a_log()
    log.queue(0, 0.0)
    log.start(None)
    log.add(block(0, Note(text="one")))
    log.finish("done")
    events = [EVENT.validate_json(entry.json) for entry in log.entries]
    assert [event.type for event in events] == ["queued", "started", "block", "finished"]
    assert [entry.type for entry in log.entries] == [event.type for event in events]
    assert events[2] == block(0, Note(text="one"))
    for event in (events[0], events[1], events[3]):
        assert isinstance(event, Queued | Started | Finished)
        assert event.run.id == "a"
        assert event.run.blocks == []
    assert all(b"\n" not in entry.wire().removesuffix(b"\n\n").split(b"data: ")[1] for entry in log.entries)


def test_a_block_that_skips_a_number_is_refused() -> None:
    with pytest.raises(IndexError, match="got block 1, expected 0 to 0"):
        reduce([], block(1, Note(text="one")))
    with pytest.raises(ValidationError, match="greater than or equal to 0"):
        LINE.validate_json('{"type":"block","index":-1,"block":{"kind":"note","text":"one"}}')


@pytest.mark.parametrize("case", TABLE, ids=lambda case: case["says"])
def test_blocks_after_an_event(case: dict[str, Any]) -> None:
    blocks, after = BLOCKS.validate_python(case["before"]), BLOCKS.validate_python(case["after"])
    event = EVENT.validate_python(case["event"])
    assert isinstance(event, BlockEvent | AppendEvent)
    reduce(blocks, event)
    assert blocks == after
