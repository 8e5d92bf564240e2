from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from experiments.learning.diffusion_process import STEPS, backwards, noisy, sample, schedule

pytestmark = pytest.mark.slow  # compiles much

BETA = np.linspace(0.001, 0.12, 100)


def test_mean_and_variance_of_the_small_steps_are_those_of_the_closed_form() -> None:
    mean, variance = 1.0, 0.0
    for t, beta in enumerate(BETA):
        mean, variance = mean * np.sqrt(1 - beta), variance * (1 - beta) + beta
        assert noisy(1.0, t, 0.0) == pytest.approx(mean, rel=1e-4)
        assert noisy(0.0, t, 1.0) ** 2 == pytest.approx(variance, rel=1e-4)


@pytest.mark.parametrize("t", [0, 30, 99])
def test_walkers_that_take_the_small_steps_spread_as_the_closed_form_says(t: int) -> None:
    rng, count = np.random.default_rng(t), 40_000
    x = np.full(count, 0.7)
    for beta in BETA[: t + 1]:
        x = np.sqrt(1 - beta) * x + np.sqrt(beta) * rng.standard_normal(count)
    spread = float(noisy(0.0, t, 1.0))
    assert x.mean() == pytest.approx(float(noisy(0.7, t, 0.0)), abs=5 * spread / count**0.5)
    assert x.std() == pytest.approx(spread, rel=5 / (2 * count) ** 0.5)


def test_next_to_nothing_is_left_of_the_image_in_the_end() -> None:
    _, kept = schedule()
    assert STEPS == len(kept) == 100
    assert kept[-1] == pytest.approx(np.prod(1 - BETA), rel=1e-4)
    assert kept[-1] == pytest.approx(0.002, abs=0.0005)


def test_the_steps_go_back_from_the_last() -> None:
    numbers, beta, kept, noise = backwards("noise")
    assert numbers.tolist() == list(range(99, -1, -1))
    assert [beta[0], kept[-1]] == pytest.approx([0.12, 0.999])
    assert noise == "noise"


def test_with_a_perfect_guess_of_one_point_sampling_ends_at_that_point() -> None:
    """Noise of data that are x₀ alone: ε = (x_t − √ᾱ x₀) / √(1 − ᾱ)."""
    x0, (_, kept) = np.linspace(-1, 1, 64), schedule()

    def perfect(x: Any, t: Any) -> Any:
        return (x - jnp.sqrt(kept[t]) * x0) / jnp.sqrt(1 - kept[t])

    ended = sample(perfect, jax.random.key(0), (5, 64))
    np.testing.assert_allclose(ended, np.tile(x0, (5, 1)), atol=1e-4)


@pytest.mark.parametrize(("mean", "deviation"), [(0.0, 1.0), (2.0, 0.5), (-1.0, 0.2)])
def test_with_a_perfect_guess_of_a_gaussian_sampling_gives_that_gaussian(
    mean: float, deviation: float
) -> None:
    """E[ε | x_t] = √(1 − ᾱ) (x_t − √ᾱ µ) / (ᾱ σ² + 1 − ᾱ); what a hundred steps cost is a few percent."""
    _, kept = schedule()

    def perfect(x: Any, t: Any) -> Any:
        a = kept[t]
        return jnp.sqrt(1 - a) * (x - jnp.sqrt(a) * mean) / (a * deviation**2 + 1 - a)

    drawn = np.asarray(sample(perfect, jax.random.key(1), (20_000,)))
    assert drawn.mean() == pytest.approx(mean, abs=0.03)
    assert drawn.std() == pytest.approx(deviation, rel=0.06)


def test_another_key_ends_elsewhere() -> None:
    one, same, other = (sample(lambda x, _: x, jax.random.key(seed), (3,)) for seed in (0, 0, 1))
    assert one.tolist() == same.tolist() != other.tolist()
