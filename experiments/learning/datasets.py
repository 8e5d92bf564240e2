"""Handwritten digits: scikit-learn's 1,797 of 8 by 8, which are always there, or MNIST's 70,000 of 28 by 28.

MNIST is read from the four IDX files in the folder that JAXLIVE_MNIST_DIR names, or else through Hugging
Face's `datasets`, when that is installed and has them on this machine. Nothing is downloaded.
"""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from experiments.learning.idx import WHERE, BadFile, Bytes, MissingFile, find, read_idx

FOLDER = "JAXLIVE_MNIST_DIR"
Floats = npt.NDArray[np.float32]


class MissingData(RuntimeError):
    """A data set was asked for that is not on this machine."""


class Split(NamedTuple):
    """Images (count, side, side) and what they show."""

    images: npt.NDArray[Any]
    labels: npt.NDArray[np.int32]

    def first(self, count: int) -> "Split":
        """The first so many."""
        return Split(self.images[:count], self.labels[:count])


class Digits(NamedTuple):
    """Images to learn from and images to check with; `white` is the brightest value, `origin` a sentence."""

    train: Split
    validation: Split
    white: int
    origin: str

    @property
    def side(self) -> int:
        """Pixels from edge to edge."""
        return int(self.train.images.shape[1])


def load(name: Literal["digits", "mnist"]) -> Digits:
    """The data set of this name. Raises MissingData, MissingFile, BadFile."""
    if name == "digits":
        return small_digits()
    if folder := os.environ.get(FOLDER):
        return mnist_from(Path(folder))
    if find_spec("datasets"):
        return mnist_from_hugging_face()
    raise MissingData(
        f"MNIST is not here: get its four files from {WHERE}/ and set {FOLDER} to their folder "
        f"(now it is not set, and the package `datasets` is not installed), or choose data digits."
    )


def small_digits() -> Digits:
    """scikit-learn's digits, of which a fifth, drawn with a seed, is for validation."""
    from sklearn.datasets import load_digits

    both = load_digits()
    return split_at_random(Split(both.images.astype(np.uint8), both.target.astype(np.int32)), 5, 16, "digits")


def mnist_from(folder: Path) -> Digits:
    """MNIST from IDX files. Raises MissingFile, BadFile.

    Where only the test images are, a seventh of them is for validation, and `origin` says so.
    """
    validation = idx_split(folder, "t10k")
    try:
        train = idx_split(folder, "train")
    except MissingFile as missing:
        whole = split_at_random(validation, 7, 255, "MNIST's test images alone")
        return whole._replace(origin=f"{whole.origin} {missing}.")
    return Digits(train, validation, 255, _origin("MNIST", train, validation))


def idx_split(folder: Path, prefix: Literal["train", "t10k"]) -> Split:
    """Images and labels of one half of MNIST. Raises MissingFile, BadFile."""
    paths = find(folder, f"{prefix}-images-idx3-ubyte"), find(folder, f"{prefix}-labels-idx1-ubyte")
    images, labels = read_idx(paths[0], 3), read_idx(paths[1], 1)
    if len(images) != len(labels) or not len(images):
        raise BadFile(
            f"{paths[0]} has {len(images):,} images, {paths[1]} {len(labels):,} labels, expected pairs"
        )
    if images.shape[1:] != (28, 28):
        raise BadFile(f"{paths[0]} has images of {images.shape[1]} x {images.shape[2]}, expected 28 x 28")
    if labels.max() > 9:
        raise BadFile(f"{paths[1]} has the label {labels.max()}, expected 0 to 9")
    return Split(images, labels.astype(np.int32))


def mnist_from_hugging_face() -> Digits:
    """MNIST from the cache of the package `datasets`, without the network. Raises MissingData."""
    from datasets import DownloadConfig, load_dataset  # type: ignore[import-not-found, unused-ignore]

    try:
        both = load_dataset("ylecun/mnist", download_config=DownloadConfig(local_files_only=True))
    except (OSError, ValueError) as error:
        raise MissingData(
            f"`datasets` has no copy of ylecun/mnist on this machine ({error}): load it once with "
            f"datasets.load_dataset('ylecun/mnist'), or set {FOLDER} to the folder of the IDX files."
        ) from error
    train, validation = (hugging_face_split(both[half]) for half in ("train", "test"))
    return Digits(train, validation, 255, _origin("MNIST from Hugging Face", train, validation))


def hugging_face_split(rows: Any) -> Split:
    """Images and labels of one half of a Hugging Face data set."""
    arrays = rows.with_format("numpy")
    return Split(np.stack(arrays["image"]).astype(np.uint8), np.asarray(arrays["label"], np.int32))


def split_at_random(all_of_it: Split, parts: int, white: int, name: str) -> Digits:
    """One of so many parts for validation, drawn with a seed, and the rest to learn from."""
    order = np.random.default_rng(0).permutation(len(all_of_it.labels))
    mixed = Split(all_of_it.images[order], all_of_it.labels[order])
    held_out = len(order) // parts
    train, validation = mixed.first(len(order) - held_out), Split(*(part[-held_out:] for part in mixed))
    return Digits(train, validation, white, _origin(name, train, validation))


def _origin(name: str, train: Split, validation: Split) -> str:
    side = train.images.shape[1]
    return (
        f"{name}: {len(train.labels):,} images of {side} by {side} to learn from, "
        f"{len(validation.labels):,} to check with."
    )


def mean_and_deviation(images: Bytes, white: int) -> tuple[float, float]:
    """Over all pixels, on a scale from 0 to 1; exact, as it counts how often each grey occurs."""
    counts = sum(np.bincount(part.ravel(), minlength=white + 1) for part in np.array_split(images, 64))
    greys = np.arange(white + 1) / white
    mean = float(np.average(greys, weights=counts))
    return mean, float(np.average((greys - mean) ** 2, weights=counts) ** 0.5)
