"""No variant is slower for having run after another one: interleaved it takes what it takes in a row."""

from random import Random
from statistics import median

import numpy as np
import pytest

from experiments.compilation.jit import f_jit, f_numpy
from experiments.lab.control import resolution
from experiments.lab.sampling import Contestant, calibrate, elapsed
from experiments.lab.variants import Variant, jitted, numpy

ROUNDS, IN_A_ROW = 40, 4


def contestant(name: str, variant: Variant) -> Contestant:
    return Contestant(name, variant, "float32", 0.0, None, calibrate(variant))


@pytest.mark.parametrize("length", [1_000, 20_000, 1_000_000, 6_000_000], ids="{:,} elements".format)
def test_a_median_interleaved_is_that_of_a_row_of_its_own(length: int) -> None:
    """Calls of some 5 µs, 0.1, 3 and 30 ms, which fill the caches and start threads.

    The row follows the sample at once: from one second to the next the machine changes its pace.
    """
    x = np.linspace(0, 4 * np.pi, length, dtype=np.float32)
    sides = [contestant("numpy", numpy(f_numpy, x)), contestant("jit", jitted(f_jit, x))]
    rows: dict[str, list[float]] = {one.name: [] for one in sides}
    order = Random(0)
    for number in range(ROUNDS if length < 6_000_000 else ROUNDS // 4):
        for one in order.sample(sides, len(sides)):
            one.sample(number)
            calls = one.calls_per_sample
            rows[one.name].append(median(elapsed(one.variant, calls) / calls for _ in range(IN_A_ROW)))
    for one in sides:
        interleaved = list(one.samples.values())
        ratio = median(sample / row for sample, row in zip(interleaved, rows[one.name], strict=True))
        coarser = max(resolution(np.log(times)) for times in (interleaved, rows[one.name]))
        assert 1 / coarser <= ratio <= coarser, f"{one.name}: {ratio:.3f}, resolution {coarser:.3f}"
