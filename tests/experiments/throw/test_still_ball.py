import jax
import jax.numpy as jnp
import numpy as np
import pytest

from experiments.throw.flight import landing
from experiments.throw.still_ball import NanGradientParams, drag, guarded, naive, nan_gradient, safe
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(nan_gradient(NanGradientParams()))


def test_at_rest_all_have_the_value_and_one_has_the_gradient(results: Results) -> None:
    assert results.table("at rest").rows == [
        ["naive", "0", "nan", "nan"],
        ["where", "0", "nan", "nan"],
        ["where, twice", "0", "0", "0"],
        ["differences", "0", "0", "1e-06"],
    ]


def test_the_slope_of_the_drag_is_the_limit_of_differences() -> None:
    """(|h| h − |−h| (−h)) / 2h = h goes to 0 with h, and so does the slope beside the rest."""
    assert list(jax.grad(drag(safe))(jnp.zeros(2))) == [0, 0]
    for h in (1e-2, 1e-4, 1e-6):
        ahead = np.array([h, 0.0])
        difference = (drag(np.linalg.norm)(ahead) - drag(np.linalg.norm)(-ahead)) / (2 * h)
        assert difference == pytest.approx(h)
        with jax.enable_x64(True):
            assert float(jax.grad(drag(safe))(ahead)[0]) == pytest.approx(2 * h)


def test_in_motion_all_three_are_the_speed_and_its_direction() -> None:
    v = jnp.array([3.0, -4.0])
    for speed in (naive, guarded, safe):
        assert float(speed(v)) == 5
        np.testing.assert_allclose(jax.grad(speed)(v), [0.6, -0.8], rtol=1e-6)


def test_jax_finds_the_nan_on_request(results: Results) -> None:
    raised = results.raised("jax_debug_nans")
    assert (raised.type, raised.source) == ("FloatingPointError", "return jnp.sqrt(v @ v)")


def test_the_throw_has_it_too_at_0_metres_a_second_only(results: Results) -> None:
    shown, h = results.values("∂ landing / ∂ speed, in s"), 1e-6
    assert shown["at_0"] is None  # what is not finite travels as null
    assert np.isnan(jax.grad(landing, 1)(0.7, 0.0))
    with jax.enable_x64(True):
        ahead, behind, least = (float(landing(np.float64(0.7), np.float64(s))) for s in (1 + h, 1 - h, h))
    assert shown["at_1"] == pytest.approx((ahead - behind) / (2 * h), rel=1e-4)
    assert least / h == pytest.approx(0, abs=1e-9)  # too slow to leave the ground in a step


def test_the_note_multiplies_0_by_infinity(results: Results) -> None:
    assert results.notes == ["√ has slope inf at 0, and 0 times inf is nan."]
