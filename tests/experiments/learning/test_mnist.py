import base64
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments.learning.datasets import FOLDER, Split, load, mean_and_deviation
from experiments.learning.idx import BadFile
from experiments.learning.mnist import MnistParams, made_alike, mnist, normalised
from experiments.learning.pictures import png
from experiments.learning.training import Learner, batches, log_probabilities, steps_per_epoch
from jaxlive.lab.declare.blocks import Image
from tests.experiments.learning.test_datasets import SEEN, real, write_mnist
from tests.experiments.running import Results

DEFAULT = MnistParams()


@pytest.fixture(scope="module")
def outputs() -> list[Any]:
    return list(mnist(DEFAULT))


@pytest.fixture(scope="module")
def results(outputs: list[Any]) -> Results:
    return Results(outputs)


@pytest.fixture(scope="module")
def digits() -> Split:
    data = load("digits")
    return normalised(data.train, data.white, *mean_and_deviation(data.train.images, data.white))


@pytest.fixture
def both() -> dict[str, Learner]:
    return made_alike(DEFAULT, 8)


@pytest.mark.parametrize("library", ["flax", "pytorch"])
def test_more_than_96_percent_are_right_after_ten_epochs(results: Results, library: str) -> None:
    rows = {(row[0], row[1]): row for row in results.table("validation").rows}
    correct = int(str(rows[library, "all 359"][4]))
    assert correct / 359 >= 0.96
    assert rows[library, "all 359"][3] == f"{correct / 359:.3%}"


def test_losses_of_the_first_batch_agree(results: Results) -> None:
    shown = results.values("first batch, dropout off")
    assert shown["flax"] == pytest.approx(shown["pytorch"], abs=1e-4)
    assert shown["difference"] < 1e-4
    assert shown["flax"] == pytest.approx(np.log(10), abs=0.3)


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_log_probabilities_of_both_agree(digits: Split, padding: Any) -> None:
    learners = made_alike(MnistParams(padding=padding), 8)
    flax, torch = (log_probabilities(learner, digits.images[:50], 20) for learner in learners.values())
    np.testing.assert_allclose(flax, torch, atol=1e-5)
    np.testing.assert_allclose(np.exp(flax).sum(axis=1), 1, rtol=1e-5)


def test_without_dropout_both_stay_together_for_many_steps(both: dict[str, Learner], digits: Split) -> None:
    """The same gradient, momentum and update, over two epochs."""
    for learner in both.values():
        learner.eval()
    for images, labels in batches(digits, 2, 128):
        (loss, right), (torch_loss, torch_right) = (learner.step(images, labels) for learner in both.values())
        assert loss == pytest.approx(torch_loss, abs=1e-4)
        assert right == pytest.approx(torch_right, abs=1e-2)


def test_dropout_is_on_while_learning_and_off_after(both: dict[str, Learner], digits: Split) -> None:
    images, labels = digits.first(64)
    for learner in both.values():
        off = -np.take_along_axis(log_probabilities(learner, images, 64), labels[:, None], 1).mean()
        learner.train()
        assert abs(learner.step(images, labels)[0] - off) > 1e-3


def test_loss_falls_and_each_step_is_drawn(results: Results) -> None:
    for label, falls in (("loss", True), ("accuracy", False)):
        points = results.series(label).points
        for library in ("flax", "pytorch"):
            line = [point for point in points if point.line == library]
            assert [point.x for point in line] == list(range(1, 111))
            first, last = (np.mean([float(str(p.y)) for p in part]) for part in (line[:10], line[-10:]))
            assert bool(last < first) is falls


def test_parameters_at_the_size_of_mnist(results: Results) -> None:
    rows = results.table("parameters at 28 by 28").rows
    assert [row[1] for row in rows[:5]] == [320, 18_496, 3_211_520, 2_570, 3_232_906]
    assert [row[2] for row in rows[:5]] == [320, 18_496, 2_359_552, 2_570, 2_380_938]
    assert float(str(rows[5][1])) == pytest.approx(12.9, abs=0.05)


def test_layers_of_the_network_that_runs(results: Results) -> None:
    rows = results.table("layers").rows
    assert [row[3] for row in rows] == [320, 18_496, 0, 0, 262_400, 2_570]
    assert rows[2][1:3] == ["8 × 8 × 64", "4 × 4 × 64"]


def test_raw_images_before_and_normalised_after(results: Results) -> None:
    raw, after = results.table("mean and deviation").rows
    assert after[1:] == ["0.000000", "1.000000"]
    assert float(str(raw[1])) == pytest.approx((load("digits").train.images / 16).mean(), abs=1e-6)


def test_validation_counts_every_image_and_the_source_drops_one(results: Results) -> None:
    for every, source in zip(*[iter(results.table("validation").rows)] * 2, strict=True):
        assert (every[1], source[1]) == ("all 359", "source’s 358")
        assert every[2] != source[2]


@pytest.mark.parametrize("library", ["flax", "pytorch"])
def test_the_confusion_matrix_has_every_image_once(results: Results, library: str) -> None:
    counts = np.array([row[1:] for row in results.table(f"confusion, {library}").rows], int)
    assert counts.shape == (10, 10)
    assert counts.sum() == 359
    assert counts.sum(axis=1).tolist() == np.bincount(load("digits").validation.labels).tolist()


def test_misread_digits_are_pictures_with_words(outputs: list[Any], results: Results) -> None:
    pictures = {block.label: block for block in outputs if isinstance(block, Image)}
    for library in ("flax", "pytorch"):
        counts = np.array([row[1:] for row in results.table(f"confusion, {library}").rows], int)
        wrong = counts.sum() - np.trace(counts)
        picture = pictures[f"misread by {library}"]
        assert picture.alt.startswith(f"{wrong} of 359 digits misread by {library}")
        assert picture.alt.count("read as") == min(wrong, 24)
        assert base64.b64decode(picture.png).startswith(b"\x89PNG")


def test_speed_counts_steps_and_sets_the_first_apart(results: Results) -> None:
    for library, steps, first, rate in results.table("speed").rows:
        assert library in ("flax", "pytorch")
        assert steps == 110
        assert float(str(first)) >= 0
        assert float(str(rate)) > 0


def test_a_dry_run_is_1024_images_once() -> None:
    run = Results(mnist(MnistParams(dry_run=True, variant="flax")))
    assert [row[:2] for row in run.table("speed").rows] == [["flax", 8]]


def test_a_second_run_gives_the_same(results: Results) -> None:
    again = Results(mnist(MnistParams(variant="pytorch", num_epochs=1)))
    first = [point.y for point in results.series("loss").points if point.line == "pytorch"]
    assert [point.y for point in again.series("loss").points] == pytest.approx(first[:11])


def test_preprocess_images_stops_after_mean_and_deviation() -> None:
    labels = [getattr(block, "label", "note") for block in mnist(MnistParams(variant="preprocess-images"))]
    assert labels == ["mean and deviation", "note"]


def test_batches_are_alike_whole_and_mixed_anew(digits: Split) -> None:
    one, two = (list(batches(digits, 2, 500)) for _ in range(2))
    assert [len(batch.labels) for batch in one] == [500] * 4
    assert all(np.array_equal(a.labels, b.labels) for a, b in zip(one, two, strict=True))
    assert not np.array_equal(one[0].labels, one[2].labels)
    assert steps_per_epoch(digits.first(60_000), 128) == 11


def test_a_batch_larger_than_the_data_is_the_data(digits: Split) -> None:
    (batch,) = batches(digits.first(20), 1, 1024)
    assert sorted(batch.labels) == sorted(digits.labels[:20])


def test_a_broken_file_ends_the_run_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_mnist(tmp_path)
    file = tmp_path / "train-images-idx3-ubyte"
    file.write_bytes(file.read_bytes()[:1000])
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with pytest.raises(BadFile, match=r"train-images.+1,000 bytes, expected 47,056"):
        next(iter(mnist(MnistParams(data="mnist"))))


@real
def test_a_dry_run_of_mnist_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(SEEN))
    run = Results(mnist(MnistParams(data="mnist", dry_run=True)))
    assert len(run.table("speed").rows) == 2
    assert run.table("layers").rows[3][2] == "12,544"
    line = [float(str(point.y)) for point in run.series("loss").points if point.line == "flax"]
    assert line[-1] < line[0]


def test_a_png_is_read_back_by_its_own_rules() -> None:
    picture = png(np.arange(15, dtype=np.uint8).reshape(3, 5))
    assert picture.startswith(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x05\0\0\0\x03\x08\0")
    kind = picture.index(b"IDAT")
    length = int.from_bytes(picture[kind - 4 : kind])
    rows = np.frombuffer(zlib.decompress(picture[kind + 4 : kind + 4 + length]), np.uint8).reshape(3, 6)
    np.testing.assert_array_equal(rows[:, 1:], np.arange(15).reshape(3, 5))
    assert not rows[:, 0].any()
