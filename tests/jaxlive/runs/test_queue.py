"""Whose turn it is, what a run that waits is told, and when none may wait any more."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

import pytest

from jaxlive.engines.base import Engine
from jaxlive.lab.declare.experiment import experiments
from jaxlive.runs.bus import Bus
from jaxlive.runs.durations import Durations
from jaxlive.runs.errors import Busy, Greedy
from jaxlive.runs.log import RunLog
from jaxlive.runs.models import Run
from jaxlive.runs.queue import Queue, in_turn

GRAD = experiments()["grad"]


def log_of(client: str) -> RunLog:
    run = Run(id="r", experiment=GRAD.name, params={}, status="queued", created_at=datetime.now(UTC))
    return RunLog(run, client, Bus(), lambda _: None)


@pytest.fixture
def queue() -> Queue:
    durations = Durations()
    durations.declare(GRAD)
    engine = cast(Engine, SimpleNamespace(places=2))
    return Queue(engine, durations, limit=3, client_limit=2)


def test_clients_have_their_turns() -> None:
    greedy = [log_of("greedy") for _ in range(3)]
    modest, late = log_of("modest"), log_of("late")
    assert in_turn([], [*greedy, modest, late]) == [greedy[0], modest, late, *greedy[1:]]
    assert in_turn([greedy[0]], [*greedy[1:], modest, late]) == [modest, late, *greedy[1:]]


def test_as_many_run_as_there_are_places_and_the_next_knows_how_long_it_waits(queue: Queue) -> None:
    logs = [log_of("one"), log_of("two"), log_of("three")]
    for log in logs:
        queue.add(log)
    assert [queue.take() for _ in logs] == [logs[0], logs[1], None]
    assert (queue.running, queue.waiting) == (logs[:2], logs[2:])
    queue.tell_positions()
    assert (logs[2].run.position, logs[2].run.wait_s) == (2, GRAD.typical_seconds)
    assert queue.state.length == 1


def test_a_full_queue_and_a_client_with_its_share_are_refused(queue: Queue) -> None:
    for client in ("one", "one"):
        queue.check_room(client)
        queue.add(log_of(client))
    with pytest.raises(Greedy, match="2 of your runs are waiting, the limit"):
        queue.check_room("one")
    queue.check_room("two")
    queue.add(log_of("two"))
    with pytest.raises(Busy, match="3 runs are waiting, the limit"):
        queue.check_room("three")
