"""Batches that are the same for every library, the loop over them, and how fast it was."""

from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from experiments.learning.datasets import Floats, Split

Labels = npt.NDArray[np.int32]


class Learner(Protocol):
    """A network in some library. `step` returns loss and accuracy as Python numbers, so it is waited for."""

    def step(self, images: Floats, labels: Labels) -> tuple[float, float]:
        """Learn from a batch."""

    def train(self) -> None:
        """With dropout."""

    def eval(self) -> None:
        """Without dropout."""

    def log_probabilities(self, images: Floats) -> Floats:
        """Of each digit, for each image."""


class Step(NamedTuple):
    """A step of learning; the seconds of the first include compiling."""

    number: int
    loss: float
    accuracy: float
    seconds: float


def steps_per_epoch(split: Split, size: int) -> int:
    """Whole batches only: one of another length would be compiled anew. The source drops it in Flax alone."""
    return max(len(split.labels) // size, 1)


def batches(split: Split, epochs: int, size: int) -> Iterator[Split]:
    for epoch in range(epochs):
        rng = np.random.default_rng(epoch)
        order = rng.permutation(len(split.labels))
        for i in range(steps_per_epoch(split, size)):
            chosen = order[i * size : (i + 1) * size]
            yield Split(split.images[chosen], split.labels[chosen])


def train(learner: Learner, split: Split, epochs: int, size: int) -> Iterator[Step]:
    """Learn from all batches, and tell of each."""
    learner.train()
    for number, (images, labels) in enumerate(batches(split, epochs, size), 1):
        start = perf_counter()
        loss, accuracy = learner.step(images, labels)
        yield Step(number, loss, accuracy, perf_counter() - start)


def speed(steps: list[Step]) -> tuple[float, float | None]:
    """Seconds that the first step took beyond a later one, and steps a second after it; None of one step."""
    if len(steps) < 2:
        return steps[0].seconds, None
    typical = median(step.seconds for step in steps[1:])
    return max(steps[0].seconds - typical, 0.0), 1 / typical


def log_probabilities(learner: Learner, images: Floats, size: int) -> Floats:
    """Of every image, in batches of one length, without dropout."""
    learner.eval()
    size, done = min(size, len(images)), list[Any]()
    for start in range(0, len(images), size):
        batch = images[start : start + size]
        filled = np.concatenate([batch, np.zeros((size - len(batch), *batch.shape[1:]), np.float32)])
        done.append(learner.log_probabilities(filled)[: len(batch)])
    return np.concatenate(done)
