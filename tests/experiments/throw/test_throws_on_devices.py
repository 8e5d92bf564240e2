"""A million throws, here some thousands: in a process with eight devices, and in this process on one."""

import numpy as np
import pytest

from experiments.throw.flight import landings_in_numpy
from experiments.throw.throws_on_devices import ThrowsOnDevicesParams, hands, mean_landing, throws_on_devices
from tests.experiments.apart import apart
from tests.experiments.running import Results

THROWS = 4096


@pytest.fixture(scope="module")
def results() -> Results:
    return apart("throws-on-devices", throws=THROWS, device="cpu")


def test_each_device_has_an_eighth_of_the_throws(results: Results) -> None:
    rows = results.table("who throws what").rows
    assert len({row[0] for row in rows}) == 8
    assert {row[2] for row in rows} == {THROWS // 8}
    assert [row[1] for row in rows] == [f"{n * THROWS // 8:,}" for n in range(8)]


def test_the_mean_is_that_of_one_device_and_of_numpy(results: Results) -> None:
    shown = results.values("mean landing, in metres")
    right = landings_in_numpy(*(part.astype(np.float64) for part in hands(THROWS))).mean()
    assert shown["all_devices"] == pytest.approx(shown["one_device"], rel=1e-6)
    assert shown["all_devices"] == pytest.approx(right, rel=1e-5)


def test_one_number_crosses_the_devices(results: Results) -> None:
    assert results.stages("mean_landing")["hlo"].text.count(" all-reduce(") == 1
    assert results.notes == ["The optimised program for 8 devices has 1 all-reduce, of f32[]."]


def test_one_device_is_enough_and_sums_nothing_over_others() -> None:
    alone = Results(throws_on_devices(ThrowsOnDevicesParams(throws=1024)))
    assert len(alone.table("who throws what").rows) == 1
    assert alone.notes == ["The optimised program for one device has 0 all-reduce."]


def test_hands_stray_by_5_percent_around_the_throw_that_hits() -> None:
    """A mean of n strays by 1 / √n of the deviation; three times that is allowed."""
    angles, speeds = hands(THROWS)
    for part, right in ((angles, 0.3738), (speeds, 20.0)):
        assert part.dtype == np.float32
        assert part.mean() == pytest.approx(right, rel=3 * 0.05 / np.sqrt(THROWS))
        assert part.std() == pytest.approx(0.05 * right, rel=3 / np.sqrt(2 * THROWS))
    assert float(mean_landing(angles, speeds)) == pytest.approx(15, abs=0.1)
