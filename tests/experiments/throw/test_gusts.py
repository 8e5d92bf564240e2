"""Gusts against still air, a simulation in NumPy, and what theory says of spreads and correlations."""

from typing import Any

import jax
import numpy as np
import pytest

from experiments.throw.flight import ANGLE, DRAG, DT, GRAVITY, SPEED, STEPS, landing
from experiments.throw.gusts import GustsParams, a_key_each, gusts, gusty
from tests.experiments.running import Results

THROWS = 100


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(gusts(GustsParams(throws=THROWS)))


def in_numpy(gust: float, throws: int) -> Any:
    """Where balls land in gusts of NumPy's generator, in float64: no clock that stops, but interpolation."""
    winds = gust * np.random.default_rng(1).standard_normal((STEPS, throws))
    x, y = np.zeros((2, STEPS + 1, throws))
    u, v = SPEED * np.cos(ANGLE) + np.zeros(throws), SPEED * np.sin(ANGLE) + np.zeros(throws)
    for n, wind in enumerate(winds):
        drag = DRAG * np.hypot(u - wind, v)
        u, v = u - DT * drag * (u - wind), v - DT * (drag * v + GRAVITY)
        x[n + 1], y[n + 1] = x[n] + DT * u, y[n] + DT * v
    below, ball = np.argmax(y < 0, axis=0), np.arange(throws)
    (x1, y1), (x2, y2) = ((x[n, ball], y[n, ball]) for n in (below - 1, below))
    return x1 + (x2 - x1) * y1 / (y1 - y2)


def test_no_gust_is_still_air() -> None:
    still = a_key_each(jax.random.key(3), 0.0, 5)
    np.testing.assert_allclose(still, float(landing(ANGLE, SPEED)), rtol=1e-6)


def test_the_spread_is_that_of_numpy_and_of_the_formula(results: Results) -> None:
    """A deviation of n normal samples strays by 1 / √(2 (n − 1)) of itself; three times that is allowed."""
    shown = results.values("spread, in metres")
    error = 3 / np.sqrt(2 * (THROWS - 1))
    right = in_numpy(5.0, 4000).std(ddof=1)
    assert shown["throws"] == pytest.approx(right, rel=error)
    assert shown["formula"] == pytest.approx(right, rel=0.06)  # of first order in the gusts


def test_the_mean_is_that_of_numpy() -> None:
    landings, others = np.asarray(a_key_each(jax.random.key(0), 5.0, 400)), in_numpy(5.0, 4000)
    allowed = 3 * np.sqrt(landings.var() / landings.size + others.var() / others.size)
    assert landings.mean() == pytest.approx(others.mean(), abs=allowed)


def test_the_same_key_gives_the_same_throw(results: Results) -> None:
    shown = results.values("landing, in metres")
    assert shown["a_key"] == shown["the_same_key"] != shown["another_key"]
    assert shown["still_air"] == pytest.approx(15, abs=1e-3)
    one, again = (gusty(jax.random.key(7), 2.0) for _ in range(2))
    assert one == again


def test_a_key_each_spreads_and_one_key_for_all_is_flat(results: Results) -> None:
    lines: dict[str, list[float | None]] = {"a key each": [], "one key for all": []}
    for point in results.series("one key or many").points:
        lines[point.line].append(point.y)
    assert len(set(lines["a key each"])) == THROWS
    assert len(set(lines["one key for all"])) == 1


def test_one_key_for_both_makes_the_mean_of_two_as_uncertain_as_one(results: Results) -> None:
    """Independent landings correlate by chance only, by 1 / √n."""
    own, shared = results.table("mean of two").rows
    spread = results.values("spread, in metres")["throws"]
    assert abs(float(str(own[1]))) < 3 / np.sqrt(THROWS)
    assert own[2] == pytest.approx(spread / np.sqrt(2), rel=0.25)
    assert shared[1] == pytest.approx(1, abs=1e-6)
    assert shared[2] == pytest.approx(spread, rel=0.25)
    assert results.notes[0].startswith("With one key for both, the mean strays 1.")


def test_jax_tells_on_request(results: Results) -> None:
    raised = results.raised("jax_debug_key_reuse")
    assert raised.type == "KeyReuseError"
    assert raised.source == "gusty(key, gust),"
