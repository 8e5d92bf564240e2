"""A history in memory, a question, and runs that answer it, without a server."""

from datetime import UTC, datetime
from typing import Any, Literal

import pytest

from jaxlive.lab.declare.blocks import ValueItem, Values
from jaxlive.room.predictions import Predictions
from jaxlive.runs.bus import Bus
from jaxlive.runs.events import BlockEvent
from jaxlive.runs.history import History
from jaxlive.runs.log import RunLog
from jaxlive.runs.models import Edited, Run
from jaxlive.runs.predictions import Question, Vote
from jaxlive.settings import Settings


@pytest.fixture
def bus() -> Bus:
    return Bus()


@pytest.fixture
def history(bus: Bus) -> History:
    one = History(Settings(history=None), bus)
    one.start()
    return one


@pytest.fixture
def predictions(history: History, bus: Bus) -> Predictions:
    return Predictions(history, bus)


def question(kind: Literal["choice", "factor", "number"] = "factor", **given: Any) -> Question:
    """How fast is it?"""
    choices = {"choices": ["slower", "the same", "faster"], "edges": [0.9, 1.1]} if kind == "choice" else {}
    asked = {"of": "throw", "metric": "values.speed", "kind": kind, "ask": "How fast is it?", **choices}
    return Question.model_validate(asked | given)


def vote(predictions: Predictions, guess: float, voter: str = "somebody") -> None:
    """A vote for whatever is asked."""
    (asked,) = (one for one in predictions.all() if one.state != "idle")
    predictions.vote(Vote(prediction=asked.id, voter=voter, guess=guess))


def run_of(history: History, *, edited: bool = False, experiment: str = "throw") -> RunLog:
    """A run that has started."""
    run = Run(
        id=f"run{id(history)}{edited}", experiment=experiment, params={}, status="queued",
        created_at=datetime.now(UTC), edited=Edited(code="1", difference="") if edited else None,
    )  # fmt: skip
    log = history.begin(run, "")
    log.start(None)
    return log


def end(log: RunLog, speed: float | None, status: Literal["done", "failed"] = "done") -> None:
    """Its end, with this result."""
    if speed is not None:
        item = ValueItem(name="speed", dtype="float32", shape=[], text=str(speed), data=speed)
        log.add(BlockEvent(run_id=log.run.id, index=0, block=Values(label="values", items=[item])))
    log.finish(status)
