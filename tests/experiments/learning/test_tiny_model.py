import numpy as np
import pytest

from experiments.learning.tiny_model import TinyModelParams, new_weights, tiny_model
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(tiny_model(TinyModelParams(width=8, steps=60)))


def losses(results: Results, name: str) -> list[float]:
    points = results.series("loss by step").points
    return [point.y for point in points if point.line == name and point.y is not None]


def test_both_have_the_same_loss_curve(results: Results) -> None:
    assert len(losses(results, "jax")) == 60
    np.testing.assert_allclose(losses(results, "flax"), losses(results, "jax"), rtol=1e-5)


def test_the_loss_falls(results: Results) -> None:
    curve = losses(results, "jax")
    assert curve[-1] < curve[0] / 4


def test_both_end_with_the_same_weights(results: Results) -> None:
    shown = results.values("first layer, trained")
    np.testing.assert_allclose(shown["jax"], shown["flax"], rtol=1e-4, atol=1e-6)
    assert any(shown["jax"])


def test_the_first_loss_is_that_of_the_first_weights(results: Results) -> None:
    (A, a), (B, b) = new_weights(np.random.default_rng(0), 8)
    x = np.linspace(-3, 3, 64)[:, None]
    error = np.mean((np.tanh(x @ A + a) @ B + b - np.sin(x)) ** 2)
    np.testing.assert_allclose(losses(results, "jax")[0], error, rtol=1e-4)


def test_lines_of_code_are_counted(results: Results) -> None:
    rows = results.table("lines of code").rows
    assert [row[0] for row in rows] == ["model", "descent"]
    assert all(5 <= int(str(count)) <= 20 for row in rows for count in row[1:])


def test_a_second_run_gives_the_same(results: Results) -> None:
    again = Results(tiny_model(TinyModelParams(width=8, steps=60)))
    assert losses(again, "flax") == losses(results, "flax")
    assert again.notes == results.notes
