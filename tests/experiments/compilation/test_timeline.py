"""Three calls of each function: which instructions ran, how often, from which lines."""

from collections import Counter
from typing import Literal

import pytest

from experiments.compilation.timeline import STEPS, TimelineParams, timeline
from jaxlive import Timeline
from tests.experiments.running import Results

Function = Literal["chain", "scan", "training"]


def block(function: Function) -> Timeline:
    return Results(timeline(TimelineParams(function=function))).timeline(function)


def runs(made: Timeline) -> Counter[str]:
    return Counter(event.hlo for lane in made.lanes for event in lane.events if event.hlo)


def test_a_chain_is_one_kernel_a_call() -> None:
    assert list(runs(block("chain")).values()) == [3]


def test_a_loop_runs_its_body_in_every_step() -> None:
    counts = set(runs(block("scan")).values())
    assert 3 * STEPS in counts
    assert 3 in counts


@pytest.mark.parametrize("function", ["chain", "scan", "training"])
def test_every_instruction_has_its_line(function: Function) -> None:
    made = block(function)
    events = [event for lane in made.lanes for event in lane.events if event.hlo]
    assert events
    assert all(event.line for event in events)
