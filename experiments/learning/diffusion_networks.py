"""A network that tells noise from digit, written in plain JAX and in Flax, for one image at a time.

    (image, sines and cosines of the step, class) → 256 → 256 → 256 → 64,  SiLU, each middle layer added

Both have the same layers, so one's weights can be copied into the other. The encoding of the step is that of
Ashish Vaswani et al., "Attention Is All You Need", 2017, section 3.5.
"""

# mypy: disable-error-code="misc, name-defined"
# A class whose base is in a package that may not be here.

from itertools import pairwise

import jax
import jax.numpy as jnp
from jax.nn import one_hot, silu

from experiments.learning.diffusion_process import STEPS

PIXELS, WAVES, CLASSES, WIDTH = 64, 16, 10, 256
SIZES = (PIXELS + 2 * WAVES + CLASSES, WIDTH, WIDTH, WIDTH, PIXELS)


def new_weights(key):
    """Matrix and bias of each layer; a matrix keeps the variance of what it gets."""
    draws = jax.random.normal(key, (len(SIZES) - 1, WIDTH, WIDTH))  # at once: each shape is a program
    return [
        (draw[:n, :m] / n**0.5, jnp.zeros(m)) for draw, (n, m) in zip(draws, pairwise(SIZES), strict=True)
    ]


def inputs(x, t, label):
    """What the first layer gets: an image (64,), its step and its class as 106 numbers."""
    angles = t * STEPS ** (-jnp.arange(WAVES) / WAVES)
    return jnp.concatenate([x, jnp.sin(angles), jnp.cos(angles), one_hot(label, CLASSES)])


# region jax
def dense(layer, x):
    matrix, bias = layer
    return x @ matrix + bias


def denoise(weights, x, t, label):
    first, *middle, last = weights
    h = inputs(x, t, label)
    h = silu(dense(first, h))
    for layer in middle:
        h = h + silu(dense(layer, h))
    return dense(last, h)


# endregion jax


# region flax
def flax_denoiser(nnx, layers):
    class Denoiser(nnx.Module):
        def __init__(self):
            self.all = nnx.List(layers)

        def __call__(self, x, t, label):
            first, *mid, last = self.all
            h = inputs(x, t, label)
            h = nnx.silu(first(h))
            for f in mid:
                h = h + nnx.silu(f(h))
            return last(h)

    return Denoiser()


# endregion flax


def in_flax(weights):
    """The same network in Flax, with a copy of the weights."""
    from flax import nnx

    constant = nnx.initializers.constant
    layers = [
        nnx.Linear(*matrix.shape, kernel_init=constant(matrix), bias_init=constant(bias), rngs=nnx.Rngs(0))
        for matrix, bias in weights
    ]
    return flax_denoiser(nnx, layers)
