"""Timelines of small functions, from the profiler itself."""

import gzip
import json
from base64 import b64decode
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from jaxlive.lab.declare.blocks import Event, Timeline
from jaxlive.lab.programs import timelines
from jaxlive.lab.programs.timelines import fill, timeline
from jaxlive.lab.programs.xla import Told, Trace, Untold

X = jnp.linspace(0, 1, 1000)


def formula(x: Any) -> Any:
    y = 0.2 * x
    y = y + jnp.sin(x)
    return y + jnp.cos(2 * x)


def made(function: Callable[..., Any]) -> Timeline:
    (block,) = timeline(function, X)
    return block


def instructions(block: Timeline) -> list[Event]:
    return [event for lane in block.lanes for event in lane.events if event.hlo]


def test_a_jitted_chain_is_one_instruction_a_call_with_a_line_of_python() -> None:
    block = made(jax.jit(formula))
    assert len(instructions(block)) == block.calls == 3
    assert {event.line for event in instructions(block)} <= set(block.python.lines) - {None}
    assert block.remark is None
    assert block.busy
    assert 0 < block.busy <= 1
    assert block.plain_s
    assert block.traced_s
    calls = [event for lane in block.lanes for event in lane.events if event.name == "call"]
    assert [event.depth for event in calls] == [0, 0, 0]
    assert calls[0].start_s == 0


def test_one_by_one_there_are_more_instructions_and_no_lines() -> None:
    found = instructions(made(formula))
    assert len(found) >= 3 * 5
    assert {event.line for event in found} == {None}


def test_the_whole_trace_is_what_perfetto_reads() -> None:
    profile = made(jax.jit(formula)).profile
    assert profile
    assert json.loads(gzip.decompress(b64decode(profile)))["traceEvents"]


def test_a_profiler_that_runs_already_is_told_in_a_sentence(tmp_path: Any) -> None:
    with jax.profiler.trace(tmp_path):
        block = made(jax.jit(formula))
    assert block.lanes == []
    assert (block.traced_s, block.profile) == (None, None)
    assert "The profiler doesn't start" in (block.remark or "")


def test_a_version_without_a_reader_of_profiles_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(jax.profiler, "ProfileData")
    assert "can't read its own profile" in (made(jax.jit(formula)).remark or "")


CALL = [Told("call", 0, 10, None, None)]


def filled(*events: Told, profile: str | None = None) -> Timeline:
    """A block with a call of ten nanoseconds and these events."""
    block = made(formula).model_copy(update={"lanes": [], "profile": None})
    fill(block, Trace([("python", CALL), ("device", list(events))], profile), {})
    return block


def test_a_driver_that_keeps_its_events_to_itself_is_told() -> None:
    assert filled().busy is None
    assert "driver" in (filled().remark or "")


def test_what_is_too_much_is_left_out_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timelines, "MOST_EVENTS", 2)
    monkeypatch.setattr(timelines, "PROFILE_BYTES", 3)
    events = [Told(f"e{i}", i, 2 + i, "m", f"e{i}") for i in range(3)]
    block = filled(*events, profile="long")
    assert [event.name for lane in block.lanes for event in lane.events] == ["call", "e2"]
    assert block.profile is None
    assert "2 shorter events are left out. The whole trace is too big" in (block.remark or "")


def test_a_trace_without_the_calls_is_refused() -> None:
    with pytest.raises(Untold, match="nothing of these calls"):
        fill(made(formula), Trace([], None), {})
