import jax
import numpy as np
import pytest

from experiments.helpers.counting import COLUMNS, believe, count
from jaxlive.lab.declare.blocks import Cost
from jaxlive.lab.measure.roofline import Work

WORK = Work(flops=600, bytes=800, transcendentals=200)


@pytest.mark.parametrize(
    ("flops", "bytes_", "steps", "expected"),
    [
        (600, 800, 1, "either: they agree"),
        (609, 800, 1, "either: they agree"),
        (600, None, 1, "either: they agree"),
        (600, 4000, 1, "either, but it moves 5.0 times the bytes"),
        (400, 800, 1, "formula: XLA counts sin and cos apart"),
        (6, 800, 100, "formula: XLA counts the loop's body once"),
        (0, 800, 1, "formula: XLA does not see into the library call"),
        (900, 800, 1, "formula: XLA counts other operations"),
        (None, None, 1, "formula: XLA does not tell"),
    ],
)
def test_the_reason_follows_from_the_counts(
    flops: float | None, bytes_: float | None, steps: int, expected: str
) -> None:
    assert believe(WORK, Cost(flops=flops, bytes=bytes_), steps) == expected


def test_a_row_has_formula_count_and_ratios() -> None:
    x = np.ones(1000, np.float32)
    row = count("double", jax.jit(lambda x: 2 * x), Work(1000, 8000), jax.ShapeDtypeStruct(x.shape, x.dtype))
    assert len(row) == len(COLUMNS)
    assert row == ["double", 0.001, 0.001, 1, 1, "either: they agree"]
