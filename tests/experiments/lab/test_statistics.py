from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.lab.statistics import compare_medians, judge_control, ratio_of_medians, summarize

seconds = st.floats(1e-7, 1e2)
samples = st.lists(seconds, min_size=5, max_size=30)
scales = st.floats(1e-3, 1e3)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[float], list[float]]:
    rounds = draw(st.lists(st.tuples(seconds, seconds), min_size=5, max_size=30))
    return [of for of, _ in rounds], [over for _, over in rounds]


def noisy(rng: np.random.Generator, median: float, rounds: int = 30) -> list[float]:
    """Log-normal noise of 5 %."""
    return list(median * rng.lognormal(0, 0.05, rounds))


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
    ratio, _ = ratio_of_medians(of, over)
    turned, _ = ratio_of_medians(over, of)
    assert turned == pytest.approx(1 / ratio)


@given(pairs(), scales)
def test_scaling_one_side_scales_the_ratio_and_its_interval(
    pair: tuple[list[float], list[float]], scale: float
) -> None:
    of, over = pair
    ratio, (low, high) = ratio_of_medians(of, over)
    scaled, (scaled_low, scaled_high) = ratio_of_medians([scale * time for time in of], over)
    assert (scaled, scaled_low, scaled_high) == pytest.approx((scale * ratio, scale * low, scale * high))


@given(samples)
def test_a_variant_ties_with_itself(times: list[float]) -> None:
    ratio = compare_medians("a", "b", {"a": times, "b": times})
    assert (ratio.median, ratio.ci95, ratio.winner) == (1, (1, 1), None)
    assert not judge_control(times, times).noisy


@given(st.integers(0, 2**32 - 1))
def test_a_planted_factor_of_two_is_always_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    drift = np.linspace(1, 1.5, 30)
    slow, fast = drift * noisy(rng, 2.0), drift * noisy(rng, 1.0)
    ratio = compare_medians("slow", "fast", {"slow": list(slow), "fast": list(fast)})
    assert ratio.winner == "fast"
    assert 1.7 < ratio.ci95[0] <= ratio.ci95[1] < 2.4
    assert compare_medians("fast", "slow", {"slow": list(slow), "fast": list(fast)}).winner == "fast"


def test_a_difference_within_5_percent_names_no_winner() -> None:
    ratio = compare_medians("a", "b", {"a": [1.04] * 10, "b": [1.0] * 10})
    assert ratio.ci95[0] > 1
    assert ratio.winner is None


@given(st.integers(0, 2**32 - 1))
def test_the_control_catches_a_planted_20_percent(seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert judge_control(noisy(rng, 1.2), noisy(rng, 1.0)).noisy


def test_unequal_numbers_of_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="got 2 and 3 samples"):
        ratio_of_medians([1, 2], [1, 2, 3])
