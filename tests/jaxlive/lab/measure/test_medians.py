from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxlive.lab.measure.medians import median_interval, ratio_of_medians, summarize
from tests.jaxlive.lab.measure.synthetic import DRIFT, NOISE, RATIO, ROUNDS, one_in, trials

pytestmark = pytest.mark.slow

seconds = st.floats(1e-7, 1e2)
samples = st.lists(seconds, min_size=6, max_size=30)
scales = st.floats(1e-3, 1e3)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[float], list[float]]:
    rounds = draw(st.lists(st.tuples(seconds, seconds), min_size=6, max_size=30))
    return [of for of, _ in rounds], [over for _, over in rounds]


@given(samples, st.randoms(use_true_random=False))
def test_a_summary_does_not_depend_on_the_order(times: list[float], random: Random) -> None:
    shuffled = list(times)
    random.shuffle(shuffled)
    assert summarize(times, 1).model_dump(exclude={"samples_s"}) == summarize(shuffled, 1).model_dump(
        exclude={"samples_s"}
    )


@given(samples, scales)
def test_a_summary_scales_with_the_unit(times: list[float], scale: float) -> None:
    summary, scaled = summarize(times, 1), summarize([scale * time for time in times], 1)
    for name in ("median_s", "q25_s", "q75_s", "min_s"):
        assert getattr(scaled, name) == pytest.approx(scale * getattr(summary, name))


@given(samples)
def test_quartiles_are_in_order_and_samples_are_kept(times: list[float]) -> None:
    summary = summarize(times, 4)
    assert min(times) == summary.min_s <= summary.q25_s <= summary.median_s <= summary.q75_s <= max(times)
    assert summary.samples_s == times
    assert summary.calls_per_sample == 4


@given(pairs(), scales)
def test_a_ratio_does_not_depend_on_the_unit(pair: tuple[list[float], list[float]], scale: float) -> None:
    ratio, interval = ratio_of_medians(*pair)
    of, over = ([scale * time for time in times] for times in pair)
    scaled, scaled_interval = ratio_of_medians(of, over)
    assert (scaled, *scaled_interval) == pytest.approx((ratio, *interval))


@given(pairs())
def test_the_ratio_turned_around_is_its_inverse(pair: tuple[list[float], list[float]]) -> None:
    of, over = pair
    ratio, (low, high) = ratio_of_medians(of, over)
    turned, turned_interval = ratio_of_medians(over, of)
    assert (turned, *turned_interval) == pytest.approx((1 / ratio, 1 / high, 1 / low))


@given(pairs(), st.randoms(use_true_random=False))
def test_a_ratio_does_not_depend_on_the_order_of_the_rounds(
    pair: tuple[list[float], list[float]], random: Random
) -> None:
    rounds = list(zip(*pair, strict=True))
    random.shuffle(rounds)
    shuffled = [list(side) for side in zip(*rounds, strict=True)]
    assert ratio_of_medians(*shuffled) == ratio_of_medians(*pair)


@given(pairs())
def test_an_interval_holds_its_ratio(pair: tuple[list[float], list[float]]) -> None:
    ratio, (low, high) = ratio_of_medians(*pair)
    assert low <= ratio <= high


@given(samples)
def test_the_interval_of_a_median_lies_within_the_samples(times: list[float]) -> None:
    low, high = median_interval(times)
    assert min(times) <= low <= np.median(times) <= high <= max(times)


def test_fewer_than_six_samples_give_their_whole_range() -> None:
    assert median_interval([3, 1, 2, 5, 4]) == (1, 5)
    low, high = median_interval([3, 1, 2, 5, 4, 6])
    assert 1 < low < 2
    assert 5 < high < 6


def test_outliers_are_classified_and_kept() -> None:
    times = [10.0, *[99, 100, 101, 102, 103] * 4, 108, 200]
    summary = summarize(times, 1)
    assert summary.outliers.model_dump() == {"low_severe": 1, "low_mild": 0, "high_mild": 1, "high_severe": 1}
    assert summary.samples_s == times


@given(samples, scales)
def test_classes_of_outliers_do_not_depend_on_the_unit(times: list[float], scale: float) -> None:
    power_of_two = 2.0 ** round(np.log2(scale))
    scaled = summarize([power_of_two * time for time in times], 1)
    assert scaled.outliers == summarize(times, 1).outliers


@pytest.mark.parametrize(("noise", "drift", "rounds"), one_in(3, NOISE, DRIFT, ROUNDS))
def test_95_percent_of_the_intervals_hold_the_true_ratio(noise: str, drift: str, rounds: int) -> None:
    intervals = [ratio_of_medians(*pair)[1] for pair in trials(noise, drift, rounds)]
    held = sum(low <= RATIO <= high for low, high in intervals)
    assert 0.93 <= held / len(intervals) <= 0.97


@given(pairs(), scales)
def test_scaling_one_side_scales_the_ratio_and_its_interval(
    pair: tuple[list[float], list[float]], scale: float
) -> None:
    of, over = pair
    ratio, (low, high) = ratio_of_medians(of, over)
    scaled, (scaled_low, scaled_high) = ratio_of_medians([scale * time for time in of], over)
    assert (scaled, scaled_low, scaled_high) == pytest.approx((scale * ratio, scale * low, scale * high))


def test_unequal_numbers_of_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="got 2 and 3 samples"):
        ratio_of_medians([1, 2], [1, 2, 3])
