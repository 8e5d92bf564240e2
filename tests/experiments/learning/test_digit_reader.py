from typing import Any

import numpy as np
import pytest

from experiments.learning.datasets import load
from experiments.learning.diffusion import as_rows
from experiments.learning.digit_reader import nearest, read_back

pytestmark = pytest.mark.slow  # learns to read digits


@pytest.fixture(scope="module")
def rows() -> Any:
    digits = load("digits")
    return as_rows(digits.train, digits.white)


def test_copies_are_found_out_and_read_and_wrong_labels_are_not(rows: Any) -> None:
    images, labels = rows
    table = read_back(
        rows, {"copies": (images[:200], labels[:200]), "wrong": (images[:200], labels[200:400])}
    )
    assert table.columns == ["digits", "count", "percent right", "to the nearest"]
    copies, wrong = table.rows
    assert copies[:2] == ["copies", 200]
    assert float(str(copies[2])) > 99
    assert copies[3] == wrong[3] == 0
    assert float(str(wrong[2])) < 30


def test_the_nearest_is_that_of_all_distances(rows: Any) -> None:
    images, others = np.asarray(rows[0])[:100], np.asarray(rows[0])[100:120]
    distances = [min(np.linalg.norm(other - image) for image in images) for other in others]
    assert nearest(others, images) == pytest.approx(np.median(distances), abs=0.006)
