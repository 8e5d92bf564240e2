"""What a scan over batches needs: digits in equal batches, and network and optimiser as plain arrays."""

from functools import partial
from typing import Any

from experiments.learning.datasets import load, mean_and_deviation
from experiments.learning.mnist import normalised
from experiments.learning.networks_flax import made
from experiments.learning.patches import product_of_patches

LEARNING_RATE, MOMENTUM = 0.01, 0.9


def digits(steps: int, size: int) -> tuple[Any, Any]:
    """So many batches, as two arrays."""
    data = load("digits")
    split = normalised(data.train, data.white, *mean_and_deviation(data.train.images, data.white))
    images, labels = split.first(steps * size)
    return images.reshape(steps, size, 8, 8, 1), labels.reshape(steps, size)


def start() -> tuple[Any, Any, Any]:
    """Network and optimiser as they are and tuned, taken apart: two structures and the state of both."""
    from flax import nnx

    as_it_is, state = nnx.split(nnx.jit(built)())
    convolution = partial(nnx.Conv, conv_general_dilated=product_of_patches)
    tuned, _ = nnx.split(nnx.eval_shape(partial(built, convolution)))
    return as_it_is, tuned, state


def built(convolution: Any = None) -> tuple[Any, Any]:
    """Dropout is off, so that all sides compute the same."""
    import optax
    from flax import nnx

    model = made(8, "SAME", convolution)
    model.eval()
    return model, nnx.Optimizer(model, optax.sgd(LEARNING_RATE, MOMENTUM), wrt=nnx.Param)
