"""What a network makes of images that it never saw: its loss over all of them, and which it misreads."""

from typing import NamedTuple

import numpy as np

from experiments.learning.datasets import Floats, Split
from experiments.learning.pictures import misread_digits
from experiments.learning.training import Labels
from jaxlive import Cell, Image, Note, Table

SHOWN = 24


# region slide
def of_all(losses):
    return float(losses.mean())


def as_the_source(losses, size):
    kept = losses[:-1]  # it drops an image
    starts = range(0, len(kept), size)
    batches = [kept[i : i + size] for i in starts]
    means = [batch.mean() for batch in batches]
    return float(np.mean(means))  # the last is shorter


# endregion slide


class Read(NamedTuple):
    """What a network says of each image, best guess first, and what each shows."""

    guesses: Labels
    losses: Floats
    labels: Labels

    @classmethod
    def of(cls, logp: Floats, labels: Labels) -> "Read":
        """From the log probability of each digit."""
        losses = -np.take_along_axis(logp, labels[:, None], 1)[:, 0]
        return cls(logp.argmax(1).astype(np.int32), losses, labels)

    @property
    def right(self) -> Floats:
        """1 where an image was read right, 0 where not."""
        return np.equal(self.guesses, self.labels).astype(np.float32)


def validation(reads: dict[str, Read], size: int) -> Table:
    """Loss and accuracy over all images, and as the source computes them."""
    rows: list[list[Cell]] = []
    for name, read in reads.items():
        count, correct = len(read.labels), int(read.right.sum())
        loss, accuracy = of_all(read.losses), of_all(read.right)
        rows.append([name, f"all {count:,}", f"{loss:.6f}", f"{accuracy:.3%}", correct])
        loss, accuracy = as_the_source(read.losses, size), as_the_source(read.right, size)
        rows.append([name, f"source’s {count - 1:,}", f"{loss:.6f}", f"{accuracy:.3%}", None])
    return Table(label="validation", columns=["library", "over", "loss", "accuracy", "right"], rows=rows)


# region misread
def worst(read):
    missed = read.right == 0
    wrong = np.flatnonzero(missed)
    losses = read.losses[wrong]
    return wrong[np.argsort(-losses)]


def counts(read):
    matrix = np.zeros((10, 10), int)
    pairs = read.labels, read.guesses
    np.add.at(matrix, pairs, 1)
    return matrix


# endregion misread


def confusion(name: str, read: Read) -> Table:
    """How often each digit was read as each."""
    rows: list[list[Cell]] = [[str(digit), *row] for digit, row in enumerate(counts(read).tolist())]
    columns = ["is ↓ read as →", *map(str, range(10))]
    return Table(label=f"confusion, {name}", columns=columns, rows=rows)


def misread(name: str, read: Read, split: Split, white: int) -> Image | Note:
    """Pictures of the images that were misread, the worst first, each with what it is and what was read."""
    wrong = worst(read)
    if not len(wrong):
        return Note(text=f"{name} misreads none of {len(read.labels):,} digits.")
    shown = wrong[:SHOWN]
    pairs = [(int(read.labels[i]), int(read.guesses[i])) for i in shown]
    told = ", ".join(f"{label} read as {guess}" for label, guess in pairs)
    return Image(
        label=f"misread by {name}",
        png=misread_digits(split.images[shown] / white, pairs),
        alt=f"{len(wrong)} of {len(read.labels):,} digits misread by {name}, the worst first: {told}.",
    )
