import base64
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from experiments.learning.datasets import load
from experiments.learning.diffusion import DiffusionParams, as_rows, diffusion, loss, noisy_batch
from experiments.learning.diffusion_networks import new_weights
from experiments.learning.diffusion_process import schedule
from jaxlive.lab.declare.blocks import Image
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def outputs() -> list[Any]:
    return list(diffusion(DiffusionParams(steps=1000)))


@pytest.fixture(scope="module")
def results(outputs: list[Any]) -> Results:
    return Results(outputs)


@pytest.fixture(scope="module")
def data() -> Any:
    digits = load("digits")
    return as_rows(digits.train, digits.white)


def test_the_loss_falls_while_it_learns(results: Results) -> None:
    points = results.series("loss").points
    assert [point.x for point in points] == list(range(50, 1001, 50))
    losses = [float(str(point.y)) for point in points]
    assert losses[0] > 0.4
    assert losses[-1] < 0.2
    assert losses[-1] < losses[4] < losses[0]


def test_drawn_digits_are_read_far_above_chance_after_1000_steps(results: Results) -> None:
    drawn, real = results.table("read back").rows
    assert (drawn[:2], real[:2]) == (["drawn", 500], ["real", 359])
    assert float(str(drawn[2])) > 60
    assert float(str(real[2])) > 98
    assert f"{drawn[2]} % of 500 drawn" in results.notes[0]


def test_drawn_digits_are_no_copies(results: Results) -> None:
    drawn, real = results.table("read back").rows
    assert float(str(drawn[3])) > 1
    assert float(str(real[3])) > 1


def test_jax_and_flax_agree(results: Results) -> None:
    shown = results.values("the same weights")
    assert shown["jax"] == pytest.approx(shown["flax"], rel=1e-5)
    assert shown["difference"] == pytest.approx(abs(shown["jax"] - shown["flax"]), abs=1e-9)
    assert shown["gradients differ by"] < 1e-5
    assert 0.05 < shown["jax"] < 0.3


def test_the_picture_grows_from_noise_to_digits(outputs: list[Any]) -> None:
    pictures = [block for block in outputs if isinstance(block, Image)]
    assert {picture.label for picture in pictures} == {"samples"}
    for picture, steps in zip(pictures, ("0", "500", "1,000"), strict=True):
        assert f"after {steps} steps" in picture.alt
        assert len(picture.png) < 20_000
        width, height = np.frombuffer(base64.b64decode(picture.png)[16:24], ">u4")
        assert (width, height) == (10 * 104 + 8, 5 * 104 + 8)
    assert len({picture.png for picture in pictures}) == 3


def test_digits_are_rows_from_minus_1_to_1(data: Any) -> None:
    images, labels = data
    assert images.shape == (1438, 64)
    assert (images.min(), images.max()) == (-1, 1)
    np.testing.assert_array_equal((images[5].reshape(8, 8) + 1) * 8, load("digits").train.images[5])
    assert sorted(set(labels.tolist())) == list(range(10))


def test_a_batch_is_digits_of_the_data_with_noise_of_their_step(data: Any) -> None:
    x, t, label, noise = jax.jit(noisy_batch)(jax.random.key(0), data)
    assert x.shape == noise.shape == (128, 64)
    assert (t.min() >= 0, t.max() <= 99, len(set(t.tolist())) > 50) == (True, True, True)
    assert abs(float(noise.mean())) < 0.05
    kept = schedule()[1][t][:, None]
    clean = (x - jnp.sqrt(1 - kept) * noise) / jnp.sqrt(kept)
    apart = np.abs(np.asarray(clean)[:, None] - data[0]).max(-1)
    assert apart.min(1).max() < 0.01
    assert label.tolist() == data[1][apart.argmin(1)].tolist()


def test_the_scan_takes_the_steps_of_a_loop_with_optax(results: Results, data: Any) -> None:
    """From the same seed, the loss over the first fifty steps."""
    start, key, *_ = jax.random.split(jax.random.key(0), 5)
    weights = new_weights(start)
    adam = optax.adam(optax.cosine_decay_schedule(0.002, 1000))

    @jax.jit
    def step(weights: Any, moments: Any, key: Any) -> Any:
        value, slopes = jax.value_and_grad(loss)(weights, noisy_batch(key, data))
        updates, moments = adam.update(slopes, moments)
        return optax.apply_updates(weights, updates), moments, value

    moments, losses = adam.init(weights), []
    for one in jax.random.split(key, (2, 500))[0, :50]:
        weights, moments, value = step(weights, moments, one)
        losses.append(float(value))
    assert np.mean(losses) == pytest.approx(results.series("loss").points[0].y, rel=1e-3)
