import jax
import numpy as np
import pytest

from experiments.compilation.debug_nans import DebugNansParams, debug_nans, fall, looked_at
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(debug_nans(DebugNansParams()))


def test_without_it_the_nan_arrives_at_the_end(results: Results) -> None:
    shown = results.values("without debug_nans")
    assert shown["one_step"] == shown["steps_100"] == [None, None]


def test_a_moving_ball_falls_as_in_float64(results: Results) -> None:
    v = np.ones(2)
    for _ in range(100):
        v = v + 0.01 * (-0.05 * np.hypot(*v) * v - [0, 9.81])
    np.testing.assert_allclose(results.values("without debug_nans")["steps_100_moving"], v, rtol=1e-5)


def test_the_error_names_the_operation_and_the_line(results: Results) -> None:
    raised = results.raised("with debug_nans")
    assert raised.type == "FloatingPointError"
    assert raised.message == "invalid value (nan) encountered in div"
    assert raised.source == "ahead = v / speed"


def test_jax_traces_first_and_then_runs_with_numbers(results: Results) -> None:
    lines = results.printed("what runs").lines
    shown = [line for line in lines if line.startswith("v is")]
    assert "Tracer" in shown[0]
    assert shown[1:] == ["v is [0. 0.]"]
    assert "de-optimized" in " ".join(lines)


def test_what_is_found(results: Results) -> None:
    line = "ahead = v / speed"
    assert results.table("what is found").rows == [
        ["eager", "div", line],
        ["jit", "div", line],
        ["scan", "scan", "v, _ = lax.scan(body, v, length=100)"],
        ["scan, jit disabled", "div", line],
        ["hidden, eager", "div", line],
        ["hidden, jit", "nothing", None],
    ]


def test_a_step_without_nan_raises_nothing_and_the_setting_ends() -> None:
    v = np.ones(2, np.float32)
    np.testing.assert_allclose(looked_at(v), v + 0.01 * (-0.05 * np.sqrt(2) * v - [0, 9.81]), rtol=1e-6)
    assert not jax.config.values["jax_debug_nans"]
    assert np.isnan(fall(np.zeros(2, np.float32))).all()
