"""One network learns handwritten digits in Flax and in PyTorch, from the same weights and batches, live.

Both take the same padding, optimiser (SGD with momentum) and loss; only the dropout masks cannot be alike,
so the first batch is compared with dropout off. Source: Moritz Makowski, "JAX Capability Analysis", 2023.
There Flax pads and PyTorch does not, validation in Flax drops a sample and averages batches of unlike
length, and preprocess-images prints about 0 and 1, as it looks at images that are normalised already.
Expect: more than 96 % right after ten epochs on scikit-learn's digits; the same first loss to 1e-4; on MNIST
raw images of mean 0.130660 and deviation 0.308108, and 3,232,906 parameters padded, 2,380,938 not.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from pydantic import Field
from pydantic.config import JsonDict

from experiments.learning.datasets import FOLDER, Digits, Split, load, mean_and_deviation
from experiments.learning.evaluation import Read, confusion, misread, validation
from experiments.learning.layers import layers, parameters
from experiments.learning.networks_flax import FlaxLearner
from experiments.learning.networks_torch import TorchLearner
from experiments.learning.training import Learner, Step, log_probabilities, speed, steps_per_epoch, train
from jaxlive import (
    Append,
    Axis,
    Cell,
    Note,
    Output,
    Params,
    Point,
    Series,
    Table,
    experiment,
    torch_problem,
    values,
)

DIRECTORY: JsonDict = {"variable": FOLDER, "value": "mnist"}
"""No parameter holds a path: the command line sets this variable by --data-dir."""
DRY_RUN = 1024
DRAWN = 1000


# region slide
def normalised(split, white, mean, std):
    x = (split.images / white - mean) / std
    return split._replace(images=x.astype(np.float32))


# endregion slide


class MnistParams(Params):
    """What learns, from what, and how."""

    variant: Literal["all", "flax", "pytorch", "preprocess-images"] = Field(
        "all", description="one library, or mean and deviation of the images alone"
    )
    data: Literal["digits", "mnist"] = Field(
        "digits",
        description="8 by 8, or 28 by 28 from your files",
        json_schema_extra={"directory": DIRECTORY},
    )
    dry_run: bool = Field(False, description="the first 1024 images, once")
    num_epochs: int = Field(
        10, ge=1, le=10_000, description="passes over the data", json_schema_extra={"unit": "epochs"}
    )
    batch_size_training: int = Field(
        128, ge=1, le=1024, description="images per step", json_schema_extra={"unit": "images"}
    )
    batch_size_validation: int = Field(
        128, ge=1, le=1024, description="images per batch", json_schema_extra={"unit": "images"}
    )
    learning_rate: float = Field(0.01, ge=1e-6, le=1.0, description="of SGD")
    momentum: float = Field(0.9, ge=0.0, le=1.0, description="of SGD")
    padding: Literal["SAME", "VALID"] = Field("SAME", description="of both convolutions")

    def bytes_needed(self) -> int:
        """The images as bytes and floats, and what two libraries keep of a batch for its gradient."""
        images, side = (70_000, 28) if self.data == "mnist" else (1797, 8)
        batch = max(self.batch_size_training, self.batch_size_validation)
        return images * side**2 * 13 + batch * side**2 * 64 * 4 * 20


@experiment(
    title="Digits, learned twice",
    section="Learning",
    typical_seconds=9,
    needs=("flax.nnx", "optax", "sklearn.datasets"),
)
def mnist(params: MnistParams) -> Iterator[Output]:
    """The images, the network, both libraries learning step by step, and what they make of new images."""
    digits = load(params.data)
    mean, deviation = mean_and_deviation(digits.train.images, digits.white)
    train_split, validation_split = (
        normalised(split, digits.white, mean, deviation) for split in (digits.train, digits.validation)
    )
    yield before_and_after(mean, deviation, train_split)
    yield Note(text=digits.origin)
    if params.variant == "preprocess-images":
        return
    yield layers(digits.side, params.padding)
    yield parameters()
    if params.dry_run:
        train_split, validation_split = train_split.first(DRY_RUN), validation_split.first(DRY_RUN)
    if params.variant == "all" and (problem := torch_problem()):
        yield Note(text=f"Without PyTorch: {problem}")
    learners = made_alike(params, digits.side)
    yield first_batch(learners, train_split.first(params.batch_size_training))
    yield from learned(learners, params, train_split)
    yield from checked(learners, params, digits, validation_split)


def before_and_after(mean: float, deviation: float, split: Split) -> Table:
    """Mean and deviation of the raw images, and of those that the source looks at."""
    images = split.images.astype(np.float64) if split.images.size < 1e7 else split.images
    after = [float(of(images, dtype=np.float64)) for of in (np.mean, np.std)]
    rows: list[list[Cell]] = [
        ["raw, from 0 to 1", *(f"{value:.6f}" for value in (mean, deviation))],
        ["normalised, as in the source", *(f"{round(value, 6) + 0.0:.6f}" for value in after)],
    ]
    return Table(label="mean and deviation", columns=["images", "mean", "deviation"], rows=rows)


def made_alike(params: MnistParams, side: int) -> dict[str, Learner]:
    """The libraries that were chosen, with the same weights."""
    flax = FlaxLearner(side, params.padding, params.learning_rate, params.momentum)
    chosen: dict[str, Learner] = {"flax": flax} if params.variant != "pytorch" else {}
    if params.variant == "pytorch" or (params.variant == "all" and not torch_problem()):
        chosen["pytorch"] = TorchLearner(
            flax.model, side, params.padding, params.learning_rate, params.momentum
        )
    return chosen


def first_batch(learners: dict[str, Learner], batch: Split) -> Output:
    """The loss of the first batch before any step, with dropout off."""
    losses = {}
    for name, learner in learners.items():
        logp = log_probabilities(learner, batch.images, len(batch.labels))
        losses[name] = Read.of(logp, batch.labels).losses.mean()
    if len(losses) == 2:
        losses["difference"] = abs(losses["flax"] - losses["pytorch"])
    return values("first batch, dropout off", **losses)


def learned(learners: dict[str, Learner], params: MnistParams, split: Split) -> Iterator[Output]:
    """Both learn, one after the other: loss and accuracy as they come, and how fast they came."""
    epochs, size = 1 if params.dry_run else params.num_epochs, params.batch_size_training
    every = -(-epochs * steps_per_epoch(split, size) // DRAWN)
    x = Axis(label="step")
    yield Series(label="loss", x=x, y=Axis(label="loss of a batch"))
    yield Series(label="accuracy", x=x, y=Axis(label="right in a batch", unit="%"))
    rows: list[list[Cell]] = []
    for name, learner in learners.items():
        steps: list[Step] = []
        for step in train(learner, split, epochs, size):
            steps.append(step)
            if step.number % every == 1 % every:
                yield Append(label="loss", points=[Point(line=name, x=step.number, y=step.loss)])
                percent = step.accuracy * 100
                yield Append(label="accuracy", points=[Point(line=name, x=step.number, y=percent)])
        rows.append([name, len(steps), *speed(steps)])
        columns = ["library", "steps", "first step takes longer by (s)", "steps a second after it"]
        yield Table(label="speed", columns=columns, rows=rows)


def checked(
    learners: dict[str, Learner], params: MnistParams, digits: Digits, split: Split
) -> Iterator[Output]:
    """Validation on all images, the confusion matrices and the images that were misread."""
    reads: dict[str, Read] = {}
    for name, learner in learners.items():
        logp = log_probabilities(learner, split.images, params.batch_size_validation)
        reads[name] = Read.of(logp, split.labels)
        yield validation(reads, params.batch_size_validation)
    for name, read in reads.items():
        yield confusion(name, read)
        yield misread(name, read, digits.validation, digits.white)
