"""The rule of the winner: planted factors and drifts, noise that depends on no round or on those before."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.signal import lfilter

from jaxlive.lab.declare.blocks import Ratio
from jaxlive.lab.measure.control import MARGIN, compare_medians, judge_control, outcome, resolution
from jaxlive.lab.measure.sampling import LOOKS
from jaxlive.lab.measure.timing import FINE
from tests.jaxlive.lab.measure.synthetic import DRIFT, NOISE, Times, one_in

pytestmark = pytest.mark.slow

TRIALS = 400
seeds = st.integers(0, 2**32 - 1)
ratios = st.floats(0.1, 10)


def by_round(times: Times) -> dict[int, float]:
    return dict(enumerate(times.tolist()))


def compared(of: Times, over: Times) -> Ratio:
    return compare_medians("of", "over", {"of": by_round(of), "over": by_round(over)})


def a_run(noise: str, drift: str, ratio: float, seed: int) -> tuple[Times, Times]:
    """As many rounds as a run may have, one side slower by the ratio, both on the same machine."""
    rng = np.random.default_rng(seed)
    level = DRIFT[drift](rng, LOOKS[-1])
    of, over = (NOISE[noise](rng, LOOKS[-1]) for _ in range(2))
    return ratio * level * of, level * over


def stopped(of: Times, over: Times) -> Ratio:
    """The ratio at the look where `compare` would stop."""
    for look in LOOKS:
        ratio = compared(of[:look], over[:look])
        if ratio.resolution <= FINE and ratio.outcome != "undecided":
            break
    return ratio


@cache
def told(noise: str, drift: str, planted: float) -> list[Ratio]:
    """What runs that stop early say of a planted ratio."""
    return [stopped(*a_run(noise, drift, planted, seed)) for seed in range(TRIALS)]


each_kind = pytest.mark.parametrize(("noise", "drift"), one_in(2, NOISE, DRIFT))


@each_kind
@pytest.mark.parametrize("planted", [1.0, 1.3])
def test_stopping_early_leaves_95_percent_of_the_intervals_right(
    noise: str, drift: str, planted: float
) -> None:
    held = sum(low <= planted <= high for low, high in (ratio.ci95 for ratio in told(noise, drift, planted)))
    assert 0.92 <= held / TRIALS <= 0.985  # 95 %, and three standard deviations of 400 trials


@each_kind
def test_of_equals_no_winner_is_named(noise: str, drift: str) -> None:
    assert sum(ratio.winner is not None for ratio in told(noise, drift, 1.0)) <= 0.01 * TRIALS


@each_kind
def test_a_planted_factor_beyond_the_noise_is_found(noise: str, drift: str) -> None:
    assert sum(ratio.winner == "over" for ratio in told(noise, drift, 1.3)) >= 0.99 * TRIALS


@each_kind
def test_a_second_run_differs_by_less_than_the_resolution(noise: str, drift: str) -> None:
    """Medians of the ratios within a round, which a drift of the machine does not touch."""
    within = 0
    for seed in range(TRIALS):
        of, over = (times[:30] for times in a_run(noise, drift, 1.3, seed))
        off = np.exp(abs(np.median(np.log(of / over)) - np.log(1.3)))
        within += off <= compared(of, over).resolution
    assert within / TRIALS >= 0.93


@pytest.mark.parametrize(("lasting", "share"), [(5, 0.05), (20, 0.2)])
def test_of_equals_few_winners_are_named_where_a_state_lasts_for_many_rounds(
    lasting: int, share: float
) -> None:
    """Noise of 10 % of each variant alone; without the quarters it is one winner in ten, and in two."""
    named = 0
    for seed in range(TRIALS):
        rng = np.random.default_rng(seed)
        named += stopped(*(states(rng, lasting) for _ in range(2))).winner is not None
    assert named / TRIALS <= share


def states(rng: np.random.Generator, lasting: int) -> Times:
    """Times that depend on those before, by an autoregression of this many rounds."""
    kept = 1 - 1 / lasting
    steps = rng.normal(0, 0.1, LOOKS[-1])
    steps[1:] *= (1 - kept**2) ** 0.5
    logs: Times = lfilter([1], [1, -kept], steps)
    return np.exp(logs)


def test_noise_that_a_round_shares_costs_no_resolution() -> None:
    rng = np.random.default_rng(0)
    shared = rng.lognormal(0, 0.2, 30)
    ratio = compared(1.15 * shared * rng.lognormal(0, 0.005, 30), shared * rng.lognormal(0, 0.005, 30))
    assert ratio.resolution < 1.01
    assert ratio.winner == "over"


@given(seeds)
def test_a_planted_factor_of_two_is_always_found_through_a_drift(seed: int) -> None:
    rng = np.random.default_rng(seed)
    drift = np.linspace(1, 1.5, 30)
    slow, fast = 2 * drift * rng.lognormal(0, 0.05, 30), drift * rng.lognormal(0, 0.05, 30)
    assert compared(slow, fast).winner == "over"
    assert compared(fast, slow).winner == "of"


@given(st.tuples(ratios, ratios).map(sorted), st.floats(1, 10))
def test_a_winner_needs_an_interval_wholly_beyond_the_resolution(interval: list[float], edge: float) -> None:
    low, high = interval
    far = max(edge, MARGIN)
    assert (outcome((low, high), edge) == "faster") == (low > far or high < 1 / far)


@given(st.tuples(ratios, ratios).map(sorted), st.floats(1, 10))
def test_the_outcome_does_not_depend_on_the_side(interval: list[float], edge: float) -> None:
    low, high = interval
    assert outcome((low, high), edge) == outcome((1 / high, 1 / low), edge)


def test_no_winner_is_named_within_what_the_control_shows() -> None:
    """A kept run: 2.2 times as fast, while one variant against itself spanned 0.98 to 2.89."""
    assert outcome((1.6, 2.7), 2.89) == "undecided"
    assert outcome((1.6, 2.7), 1.2) == "faster"


def test_alike_is_what_surely_differs_by_less_than_10_percent() -> None:
    assert outcome((0.95, 1.06), 1.01) == "alike"
    assert outcome((0.95, 1.2), 1.01) == "undecided"
    assert outcome((0.95, 1.06), 1.3) == "alike"


def test_a_difference_within_5_percent_names_no_winner() -> None:
    ratio = compared(np.full(10, 1.04), np.ones(10))
    assert ratio.ci95[0] > 1
    assert (ratio.outcome, ratio.winner) == ("alike", None)


@given(st.lists(st.floats(-10, 10), min_size=7, max_size=30), st.floats(-5, 5))
def test_a_resolution_is_at_least_1_and_has_no_unit(logs: list[float], shift: float) -> None:
    assert resolution(logs) >= 1
    assert resolution([log + shift for log in logs]) == pytest.approx(resolution(logs))


@given(st.lists(st.floats(1e-3, 1e2), min_size=7, max_size=30))
def test_a_variant_ties_with_itself(times: list[float]) -> None:
    ratio = compared(np.array(times), np.array(times))
    assert (ratio.median, ratio.ci95, ratio.outcome, ratio.winner) == (1, (1, 1), "alike", None)


def test_only_rounds_that_both_had_are_compared() -> None:
    steady = by_round(np.array([1.0, 8.0] * 8))
    resting = {number: 2 * time for number, time in steady.items() if time == 1}
    ratio = compare_medians("of", "over", {"of": resting, "over": steady})
    assert (ratio.median, ratio.winner) == (2, "over")


def test_the_control_has_the_resolution_of_the_headline() -> None:
    rng = np.random.default_rng(0)
    samples = {name: by_round(rng.lognormal(0, 0.1, 30)) for name in ("of", "over")}
    headline = compare_medians("of", "over", samples)
    control = judge_control(samples, headline)
    assert control.resolution == headline.resolution
    assert control.ci95[0] <= control.ratio <= control.ci95[1]


def test_noisy_is_a_headline_that_is_not_decided() -> None:
    rng = np.random.default_rng(0)
    samples = {name: by_round(rng.lognormal(0, 0.5, 30)) for name in ("of", "over")}
    assert judge_control(samples, compare_medians("of", "over", samples)).noisy
    samples["of"] = {number: 20 * time for number, time in samples["of"].items()}
    assert not judge_control(samples, compare_medians("of", "over", samples)).noisy


@given(seeds)
def test_a_drift_of_20_percent_is_caught_where_the_headline_is_a_time(seed: int) -> None:
    rng = np.random.default_rng(seed)
    control = judge_control({"only": by_round(np.linspace(1, 1.4, 60) * rng.lognormal(0, 0.02, 60))}, None)
    assert control.noisy
    assert control.drift == pytest.approx(1.18, abs=0.06)
