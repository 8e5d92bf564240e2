"""The flight against NumPy in float64, interpolation, SciPy, differences and a throw too slow for the air."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from experiments.throw.flight import (
    CALM,
    DT,
    GRAVITY,
    STEPS,
    landing,
    landing_by_scipy,
    landing_in_numpy,
    landings_in_numpy,
    launch,
    path,
    step,
)

THROWS = [(0.25, 20.0), (0.7, 12.0), (1.3, 30.0), (0.05, 5.0)]


@pytest.mark.parametrize(("angle", "speed"), THROWS)
def test_it_lands_where_numpys_loop_does(angle: float, speed: float) -> None:
    with jax.enable_x64(True):
        x = landing(np.float64(angle), np.float64(speed))
    assert float(x) == pytest.approx(landing_in_numpy(angle, speed), rel=1e-12)
    assert float(landing(angle, speed)) == pytest.approx(float(x), rel=1e-5)


def test_numpys_arrays_land_where_its_loop_does() -> None:
    angles, speeds = np.array(THROWS).T
    one_by_one = [landing_in_numpy(*one) for one in THROWS]
    np.testing.assert_allclose(landings_in_numpy(angles, speeds), one_by_one, rtol=1e-12)


def test_the_way_back_is_interpolation() -> None:
    """Between the last step above ground and the first below, as a path without a ground has them."""
    with jax.enable_x64(True):
        x, y = (np.asarray(part) for part in path(np.float64(0.25), np.float64(20)))
        lands_at = float(landing(np.float64(0.25), np.float64(20)))
    first = int(np.argmax(y < 0))
    assert lands_at == pytest.approx(np.interp(0, [y[first], y[first - 1]], [x[first], x[first - 1]]))
    assert y[first] < 0 < y[first - 1]
    assert set(x[first:]) == {x[first]}  # on the ground it stays


@pytest.mark.parametrize("wind", [0.0, -5.0, 8.0])
def test_shorter_steps_approach_scipy(wind: float) -> None:
    """The error of a method of first order halves with the step."""
    right = landing_by_scipy(0.25, 20, wind)

    def error(dt: float) -> float:
        ball: Any = tuple(float(part) for part in launch(0.25, 20.0))
        with jax.enable_x64(True):
            winds = np.full(round(2 / dt), wind)
            (x, y, u, v), _ = jax.lax.scan(lambda b, w: step(b, w, dt), ball, winds)
        return float(x - y * u / v) - right

    assert abs(error(0.001)) < 0.003 * right
    assert error(0.001) / error(0.0005) == pytest.approx(2, rel=0.05)


def test_a_throw_too_slow_for_the_air_lands_by_the_formula() -> None:
    """Without drag n steps lift by v n dt − g dt² n (n + 1) / 2, which is 0 after the time 2v/g − dt."""
    angle, speed = 0.8, 1.0
    with jax.enable_x64(True):
        x = float(landing(np.float64(angle), np.float64(speed)))
    u, v = speed * np.cos(angle), speed * np.sin(angle)
    assert x == pytest.approx(u * (2 * v / GRAVITY - DT), rel=0.02)


def test_the_gradient_is_that_of_differences() -> None:
    throw, h = np.array([0.25, 20.0]), 1e-6
    with jax.enable_x64(True):
        slopes = jax.grad(landing, (0, 1))(*throw)
        for slope, aside in zip(slopes, h * np.eye(2), strict=True):
            difference = landing(*(throw + aside)) - landing(*(throw - aside))
            assert float(slope) == pytest.approx(float(difference) / (2 * h), rel=1e-6)


def test_a_batch_lands_where_single_throws_do_compiled_or_not() -> None:
    angles, speeds = jnp.array(THROWS).T
    one_by_one = [landing(*one) for one in THROWS]
    np.testing.assert_allclose(jax.jit(jax.vmap(landing))(angles, speeds), one_by_one, rtol=1e-5)


def test_four_seconds_are_enough_for_every_angle_at_30_metres_a_second() -> None:
    angles = jnp.linspace(0, 1.57, 50)
    heights = jax.jit(jax.vmap(lambda angle: path(angle, 30.0)[1][-1]))(angles)
    assert CALM.shape == (STEPS,)
    assert float(heights.max()) < 0
