from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from experiments.learning.diffusion_networks import denoise, in_flax, inputs, new_weights

pytestmark = pytest.mark.slow  # compiles much


@pytest.fixture(scope="module")
def weights() -> Any:
    return new_weights(jax.random.key(0))


def test_parameters(weights: Any) -> None:
    assert [matrix.shape for matrix, _ in weights] == [(106, 256), (256, 256), (256, 256), (256, 64)]
    assert sum(leaf.size for leaf in jax.tree.leaves(weights)) == 175_424


def test_a_new_layer_keeps_the_variance(weights: Any) -> None:
    for matrix, bias in weights:
        assert float(matrix.std()) == pytest.approx(len(matrix) ** -0.5, rel=0.03)
        assert not bias.any()


def test_what_goes_in_is_the_image_the_step_and_the_class() -> None:
    image = jnp.arange(64.0)
    x, waves, label = np.split(np.asarray(inputs(image, 7, 3)), [64, 96])
    sines, cosines = np.split(waves, 2)
    assert x.tolist() == image.tolist()
    assert label.tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    np.testing.assert_allclose(sines**2 + cosines**2, 1, rtol=1e-5)
    assert sines[0] == pytest.approx(np.sin(7), rel=1e-5)


def test_steps_are_told_apart() -> None:
    codes = np.array([inputs(jnp.zeros(64), t, 0)[64:96] for t in range(0, 100)])
    apart = np.linalg.norm(codes[:, None] - codes, axis=-1) + 9 * np.eye(100)
    assert apart.min() > 0.5


def test_the_network_is_that_of_numpy_in_float64(weights: Any) -> None:
    x = np.linspace(-1, 1, 64, dtype=np.float32)
    layers = jax.tree.map(lambda leaf: np.asarray(leaf, np.float64), weights)
    h = np.asarray(inputs(x, 50, 2), np.float64)
    for i, (matrix, bias) in enumerate(layers[:-1]):
        y = h @ matrix + bias
        h = y / (1 + np.exp(-y)) + (h if i else 0)
    expected = h @ layers[-1][0] + layers[-1][1]
    np.testing.assert_allclose(denoise(weights, x, 50, 2), expected, atol=1e-5)


def test_flax_gives_the_same_from_the_same_weights(weights: Any) -> None:
    """With biases that are not 0."""
    weights = [(matrix, bias + 0.1) for matrix, bias in weights]
    x = jax.random.normal(jax.random.key(1), (8, 64))
    t, label = jnp.arange(8) * 12, jnp.arange(8)
    flax = jax.vmap(in_flax(weights))(x, t, label)
    plain = jax.vmap(denoise, (None, 0, 0, 0))(weights, x, t, label)
    np.testing.assert_allclose(flax, plain, atol=1e-5)
    assert float(jnp.abs(plain).max()) > 0.1
