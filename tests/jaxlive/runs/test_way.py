"""The steps of a way follow each other without a gap."""

from time import perf_counter, sleep

import pytest

from jaxlive.runs.way import STEPS, Way


def test_the_steps_add_up_to_the_way_without_the_work() -> None:
    arrived = perf_counter()
    sleep(0.01)
    way = Way()
    way.asked(arrived)
    way.step("queue")
    sleep(0.03)
    way.worked(worker_s=0.02, own_s=0.015)
    way.step("record")
    assert list(way.steps) == list(STEPS[:-1])
    ended = perf_counter() - way.since()
    assert sum(way.steps.values()) == pytest.approx(ended - arrived - 0.015, abs=1e-4)
    assert way.steps["request"] >= 0.01
    assert way.steps["worker"] == pytest.approx(0.005)
    assert way.steps["engine"] >= 0.03 - 0.02


def test_a_run_without_a_request_begins_with_its_place_in_the_queue() -> None:
    way = Way()
    way.asked(None)
    assert 0 <= way.steps["request"] < 0.01
