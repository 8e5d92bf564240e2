"""No variant is slower for having run after another one: interleaved it takes what it takes in a row."""

import os
from random import Random
from statistics import median

import numpy as np
import pytest

from experiments.compilation.jit import f, f_jit, f_numpy, f_torch
from jaxlive.lab.declare.environment import core_count, load_average
from jaxlive.lab.measure.control import compare_medians
from jaxlive.lab.measure.sampling import Contestant, calibrate, elapsed
from jaxlive.lab.measure.variants import eager, jitted, numpy, pytorch

pytestmark = pytest.mark.slow
IN_A_ROW, TRIES = 4, 3
BUSY = 2
"""Processes that want each processor, above which neighbours are timed too."""
ALL = bool(os.environ.get("JAXLIVE_SOAK_STATISTICS"))
LENGTHS = [(1_000, 60), (20_000, 60), (1_000_000, 40), (6_000_000, 8)]


@pytest.mark.parametrize(("length", "rounds"), LENGTHS if ALL else LENGTHS[::2], ids=str)
def test_a_median_interleaved_is_that_of_a_row_of_its_own(length: int, rounds: int) -> None:
    """Calls of some 5 µs and 3 ms, which fill the caches and start threads; for all, of 0.1 and 30 ms too.

    A bias is there every time; what a busy machine does is not.
    """
    found: list[dict[str, str]] = []
    while not found or (found[-1] and len(found) < TRIES):
        found.append(biased(length, rounds))
    if found[-1] and (load := load_average()) > BUSY * core_count():
        pytest.skip(f"a load of {load:.1f}: others come between two samples")
    assert not found[-1], found


def biased(length: int, rounds: int) -> dict[str, str]:
    """Variants that are told apart from the row that follows each sample at once.

    At once, as from one second to the next the machine changes its pace.
    """
    x = np.linspace(0, 4 * np.pi, length, dtype=np.float32)
    variants = {
        "numpy": numpy(f_numpy, x),
        "jit": jitted(f_jit, x),
        "eager": eager(f, x),
        "torch": pytorch(f_torch, x),
    }
    sides = [Contestant(name, one, "float32", 0.0, None, calibrate(one)) for name, one in variants.items()]
    rows: dict[str, dict[int, float]] = {one.name: {} for one in sides}
    order = Random(0)
    for number in range(rounds):
        for one in order.sample(sides, len(sides)):
            one.sample(number)
            calls = one.calls_per_sample
            row = median(elapsed(one.variant, calls) / calls for _ in range(IN_A_ROW))
            rows[one.name][number] = row
    pairs = {one.name: {"interleaved": one.samples, "in a row": rows[one.name]} for one in sides}
    told = {name: compare_medians("interleaved", "in a row", pair) for name, pair in pairs.items()}
    return {name: str(ratio) for name, ratio in told.items() if ratio.winner}
