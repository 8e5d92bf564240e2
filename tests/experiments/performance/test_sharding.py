"""Sharding: in a process with eight devices, as its declaration asks, and in this process on one."""

import pytest

from experiments.performance.sharding import ShardingParams, data, gradient, sharding
from tests.experiments.apart import apart
from tests.experiments.running import Results, check_complete, check_work

ROWS = 2048


@pytest.fixture(scope="module")
def results() -> Results:
    return apart("sharding", rows=ROWS, device="cpu")


def test_pmap_and_shard_map_give_a_square_for_each_device(results: Results) -> None:
    squares = [number**2 for number in range(8)]
    assert results.values("squares, one on each device") == {"pmap": squares, "shard_map": squares}


def test_each_device_holds_an_eighth_of_the_rows(results: Results) -> None:
    rows = results.table("who holds what").rows
    assert len({row[0] for row in rows}) == 8
    assert {row[2] for row in rows} == {ROWS // 8}


def test_the_gradient_agrees_whoever_placed_the_sum(results: Results) -> None:
    timings = results.timings("the same gradient")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["one device", "by the compiler", "by hand"]


def test_the_work_is_that_of_one_device(results: Results) -> None:
    check_work(results.timings("the same gradient"), gradient, *data(ROWS))


def test_one_collective_crosses_the_devices(results: Results) -> None:
    stages = results.stages("by hand")
    assert stages["hlo"].text.count(" all-reduce(") == 1
    assert "psum" in stages["jaxpr"].text
    assert results.notes == [
        "1 all-reduce over 8 devices: each sends 1,792 bytes, whatever the number of rows."
    ]


def test_one_device_is_enough() -> None:
    alone = Results(sharding(ShardingParams(rows=ROWS)))
    assert alone.values("squares, one on each device")["shard_map"] == [0]
    assert len(alone.table("who holds what").rows) == 1
    assert alone.notes == ["1 all-reduce over one device: each sends 0 bytes, whatever the number of rows."]
