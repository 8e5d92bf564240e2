from typing import Any

import numpy as np
import pytest

from experiments.helpers.beside import COLUMNS, Row, beside, off
from jaxlive.lab.declare.blocks import Note
from jaxlive.lab.measure.variants import numpy


@pytest.mark.parametrize(
    ("wrong", "right", "words"),
    [
        (1.0, 1234.0, "1,234 times too fast"),
        (3.0, 2.0, "1.5 times too slow"),
        (1.0, 1.04, "right within 5 %"),
    ],
)
def test_how_far_off_in_words(wrong: float, right: float, words: str) -> None:
    assert off(wrong, right) == words


def test_a_ratio_is_too_high_or_too_low() -> None:
    assert off(2.4, 0.4, "too low", "too high") == "6.0 times too high"
    assert off(0.4, 2.4, "too low", "too high") == "6.0 times too low"


def test_the_first_side_is_taken_for_so_many_calls() -> None:
    x = np.arange(1e4)
    sides = {"wrong": numpy(np.sin, x), "right": numpy(np.sin, x)}
    outputs: list[Any] = []
    row = run(beside("trap", sides, reference=np.sin(x), says="It is {off}.", calls=1000), outputs)
    assert len(row) == len(COLUMNS)
    assert row[0] == "trap"
    assert str(row[-1]).endswith("times too fast")
    assert outputs[-1] == Note(text=f"It is {row[-1]}.")


def run(generator: Any, outputs: list[Any]) -> Row:
    """Run to the end; the generator's value."""
    while True:
        try:
            outputs.append(next(generator))
        except StopIteration as end:
            row: Row = end.value
            return row
