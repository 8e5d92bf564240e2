import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments.learning.datasets import (
    FOLDER,
    MissingData,
    Split,
    hugging_face_split,
    load,
    mean_and_deviation,
    mnist_from,
)
from experiments.learning.idx import BadFile, MissingFile, write_idx

SEEN = os.environ.get(FOLDER)
real = pytest.mark.skipif(not SEEN, reason=f"{FOLDER} names no folder with MNIST")


def write_mnist(folder: Path, train: int = 60, test: int = 21, **arrays: Any) -> None:
    """A data set of noise in the files of MNIST, the test half packed."""
    rng = np.random.default_rng(0)
    for prefix, count, suffix in (("train", train, ""), ("t10k", test, ".gz")):
        if count:
            images = arrays.get("images", rng.integers(0, 256, (count, 28, 28), np.uint8))
            labels = arrays.get("labels", rng.integers(0, 10, count, np.uint8))
            write_idx(folder / f"{prefix}-images-idx3-ubyte{suffix}", images)
            write_idx(folder / f"{prefix}-labels-idx1-ubyte{suffix}", labels)


def test_the_small_digits_are_split_four_to_one_and_always_alike() -> None:
    first, again = load("digits"), load("digits")
    assert (len(first.train.labels), len(first.validation.labels)) == (1438, 359)
    assert first.side == 8
    assert first.train.images.max() == first.white == 16
    np.testing.assert_array_equal(first.train.images, again.train.images)


def test_mnist_comes_from_the_folder_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_mnist(tmp_path)
    monkeypatch.setenv(FOLDER, str(tmp_path))
    digits = load("mnist")
    assert digits.train.images.shape == (60, 28, 28)
    assert digits.validation.images.shape == (21, 28, 28)
    assert digits.white == 255
    assert digits.validation.labels.dtype == np.int32


def test_test_images_alone_are_split_and_it_says_so(tmp_path: Path) -> None:
    write_mnist(tmp_path, train=0)
    digits = mnist_from(tmp_path)
    assert (len(digits.train.labels), len(digits.validation.labels)) == (18, 3)
    assert "neither train-images-idx3-ubyte nor" in digits.origin


def test_no_folder_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec("datasets"):
        pytest.skip("the package `datasets` is installed")
    monkeypatch.delenv(FOLDER, raising=False)
    with pytest.raises(MissingData, match=f"https://.+set {FOLDER}.+data digits"):
        load("mnist")


def test_an_empty_folder_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(MissingFile, match="t10k-images-idx3-ubyte"):
        mnist_from(tmp_path)


@pytest.mark.parametrize(
    ("arrays", "told"),
    [
        ({"labels": np.zeros(59, np.uint8)}, "59 labels, expected pairs"),
        ({"labels": np.full(21, 10, np.uint8)}, "the label 10, expected 0 to 9"),
        ({"images": np.zeros((21, 8, 8), np.uint8)}, "8 x 8, expected 28 x 28"),
    ],
)
def test_files_that_do_not_belong_together(tmp_path: Path, arrays: dict[str, Any], told: str) -> None:
    write_mnist(tmp_path, train=0, **arrays)
    with pytest.raises(BadFile, match=told):
        mnist_from(tmp_path)


def test_a_mean_by_counting_is_that_of_the_pixels() -> None:
    images = np.random.default_rng(0).integers(0, 256, (100, 9, 9), np.uint8)
    mean, deviation = mean_and_deviation(images, 255)
    assert mean == pytest.approx((images / 255).mean(), rel=1e-12)
    assert deviation == pytest.approx((images / 255).std(), rel=1e-12)


class Rows:
    """What a Hugging Face data set gives when it is asked for NumPy."""

    def with_format(self, kind: str) -> dict[str, Any]:
        assert kind == "numpy"
        return {"image": [np.ones((28, 28), np.uint8)] * 3, "label": np.array([1, 2, 3])}


def test_a_hugging_face_split_becomes_ours() -> None:
    split = hugging_face_split(Rows())
    assert isinstance(split, Split)
    assert split.images.shape == (3, 28, 28)
    assert split.labels.tolist() == [1, 2, 3]


@real
def test_the_real_test_images_have_the_published_mean() -> None:
    digits = mnist_from(Path(str(SEEN)))
    if len(digits.train.labels) == 60_000:
        mean, deviation = mean_and_deviation(digits.train.images, 255)
        assert (f"{mean:.6f}", f"{deviation:.6f}") == ("0.130660", "0.308108")
    else:
        both = np.concatenate([digits.train.images, digits.validation.images])
        assert len(both) == 10_000
        mean, deviation = mean_and_deviation(both, 255)
        assert (round(mean, 4), round(deviation, 4)) == (0.1325, 0.3105)
