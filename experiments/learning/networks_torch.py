"""The same network in PyTorch, with the weights of the one in Flax.

Flax keeps images as (batch, height, width, channel), PyTorch as (batch, channel, height, width). So kernels
are transposed, and the first dense layer, whose inputs are a flattened image, gets its rows reordered.
"""

from functools import partial
from typing import Any

import numpy as np

from experiments.learning.datasets import Floats
from experiments.learning.networks_flax import dense_inputs
from jaxlive import current_platform
from jaxlive.lab.declare.environment import torch_device

CONVOLUTIONS, FIRST_DENSE, LAST_DENSE = (0, 2), 7, 10


# region slide
def network(conv, n):
    from torch import nn

    return nn.Sequential(
        conv(1, 32), nn.ReLU(),
        conv(32, 64), nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Dropout(0.25),
        nn.Flatten(),
        nn.Linear(n, 256), nn.ReLU(),
        nn.Dropout(0.5),
        nn.Linear(256, 10),
        nn.LogSoftmax(1),
    )  # fmt: skip


# endregion slide


# region step
def train_step(model, sgd, x, y):
    from torch import nn

    logp = model(x)
    loss = nn.NLLLoss()(logp, y)
    sgd.zero_grad()
    loss.backward()
    sgd.step()
    right = logp.argmax(1) == y
    return loss, right.float().mean()


# endregion step


# region weights
def as_in_torch(layer, kernel):
    if layer in CONVOLUTIONS:  # height, width, in, out
        return kernel.transpose(3, 2, 0, 1)
    if layer == FIRST_DENSE:  # height·width·in, out
        side = int((len(kernel) // 64) ** 0.5)
        image = kernel.reshape(side, side, 64, 256)
        rows = image.transpose(3, 2, 0, 1)
        return rows.reshape(256, -1)
    return kernel.T


# endregion weights


def copy_weights(model: Any, to: Any) -> None:
    """Give a PyTorch network the weights of the one in Flax."""
    import torch

    with torch.no_grad():
        for index in (*CONVOLUTIONS, FIRST_DENSE, LAST_DENSE):
            layer, target = model.layers[index], to[index]
            kernel = as_in_torch(index, np.asarray(layer.kernel[...]))
            target.weight.copy_(torch.tensor(kernel))
            target.bias.copy_(torch.tensor(np.asarray(layer.bias[...])))


class TorchLearner:
    """The network with the weights of another in Flax, and its optimiser, on the device that JAX uses."""

    def __init__(self, model: Any, side: int, padding: str, learning_rate: float, momentum: float):
        import torch

        self._device = torch_device(current_platform())
        conv = partial(torch.nn.Conv2d, kernel_size=3, padding=padding.lower())
        self.model = network(conv, dense_inputs(side, padding))
        copy_weights(model, self.model)
        self.model.to(self._device)
        self._optimizer = torch.optim.SGD(self.model.parameters(), learning_rate, momentum)
        self._steps = 0

    def step(self, images: Floats, labels: Any) -> tuple[float, float]:
        """Learn from a batch; its loss and accuracy before that. Waits, as the source does."""
        import torch

        x = torch.tensor(images[:, None], device=self._device)
        y = torch.tensor(labels, dtype=torch.int64, device=self._device)
        with torch.random.fork_rng():
            torch.manual_seed(self._steps)
            loss, accuracy = train_step(self.model, self._optimizer, x, y)
        self._steps += 1
        return loss.item(), accuracy.item()

    def train(self) -> None:
        """With dropout."""
        self.model.train()

    def eval(self) -> None:
        """Without dropout."""
        self.model.eval()

    def log_probabilities(self, images: Floats) -> Floats:
        """Of each digit, for each image."""
        import torch

        with torch.inference_mode():
            logp = self.model(torch.tensor(images[:, None], device=self._device))
        return np.asarray(logp.cpu())
