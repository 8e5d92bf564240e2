"""The network of the source in Flax NNX, and one step of learning.

conv 3 x 3 to 32, conv 3 x 3 to 64, pool, dropout 0.25, dense 256, dropout 0.5, dense 10, log softmax.
Source: Moritz Makowski, "JAX Capability Analysis", 2023. Flax pads convolutions by default and PyTorch does
not, so the two networks of the source differ in size; here both take the same padding.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from experiments.learning.datasets import Floats

Layer = Callable[..., Any]


def flatten(x: jax.Array) -> jax.Array:
    return x.reshape(len(x), -1)


def pool(x: jax.Array) -> jax.Array:
    """The largest of each four; nnx.max_pool gives the same, with a gradient that is slower on a CPU."""
    n, height, width, channels = x.shape
    return x.reshape(n, height // 2, 2, width // 2, 2, channels).max((2, 4))


# region slide
def network(conv, n, rngs):
    from flax import nnx

    return nnx.Sequential(
        conv(1, 32), nnx.relu,
        conv(32, 64), nnx.relu, pool,
        nnx.Dropout(0.25, rngs=rngs),
        flatten,
        nnx.Linear(n, 256, rngs=rngs),
        nnx.relu,
        nnx.Dropout(0.5, rngs=rngs),
        nnx.Linear(256, 10, rngs=rngs),
        nnx.log_softmax,
    )  # fmt: skip


# endregion slide


# region step
def train_step(model, optimizer, x, y):
    from flax import nnx

    result, slopes = nnx.value_and_grad(
        loss, has_aux=True
    )(model, x, y)  # fmt: skip
    optimizer.update(model, slopes)
    return result


def loss(model, x, y):
    logp = model(x)
    right = (logp.argmax(1) == y).mean()
    rows = jnp.arange(len(y))
    return -logp[rows, y].mean(), right


# endregion step


def made(side: int, padding: str, convolution: Any = None) -> Any:
    """The network for images of so many pixels a side, with its first weights, the same every time."""
    from flax import nnx

    rngs = nnx.Rngs(jax.random.key(0, impl="rbg"))  # compiles in less than half of the default's time
    conv = partial(convolution or nnx.Conv, kernel_size=(3, 3), padding=padding, rngs=rngs)
    return network(conv, dense_inputs(side, padding), rngs)


def dense_inputs(side: int, padding: str) -> int:
    """What is left of an image after two convolutions, of 64 channels, and a pool."""
    left = side if padding == "SAME" else side - 4
    return (left // 2) ** 2 * 64


class FlaxLearner:
    """The network, its optimiser and its compiled step."""

    def __init__(self, side: int, padding: str, learning_rate: float, momentum: float):
        import optax
        from flax import nnx

        self.model = made(side, padding)
        self._optimizer = nnx.Optimizer(self.model, optax.sgd(learning_rate, momentum), wrt=nnx.Param)
        self._step = nnx.jit(train_step)
        self._forward = nnx.jit(lambda model, images: model(images))

    def step(self, images: Floats, labels: Any) -> tuple[float, float]:
        """Learn from a batch; its loss and accuracy before that. Waits, as the source does."""
        value, accuracy = self._step(self.model, self._optimizer, images[..., None], labels)
        return float(value), float(accuracy)

    def train(self) -> None:
        """With dropout."""
        self.model.train()

    def eval(self) -> None:
        """Without dropout."""
        self.model.eval()

    def log_probabilities(self, images: Floats) -> Floats:
        """Of each digit, for each image."""
        return np.asarray(self._forward(self.model, images[..., None]))
