"""With fusion and without: equal values, other traffic."""

import numpy as np
import pytest

from experiments.compilation.without_fusion import WithoutFusionParams, f, fused, unfused, without_fusion
from tests.experiments.running import Results, check_complete, check_mapped, check_work

LENGTH = 20_000


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(without_fusion(WithoutFusionParams(array_length=LENGTH)))


def test_the_values_are_equal_up_to_rounding() -> None:
    x = np.linspace(0, 10, 100, dtype=np.float32)
    assert np.asarray(unfused(x)) == pytest.approx(np.asarray(fused(x)), abs=1e-6)


def test_six_operations_each_go_through_memory(results: Results) -> None:
    (name, kernels, passes), (other, more, many) = results.table("through memory").rows
    assert (name, kernels, passes) == ("jit", 1, 2)
    assert other == "without fusion"
    assert isinstance(more, int)
    assert isinstance(many, int)
    assert more >= 6
    assert many >= 12


def test_both_are_timed_and_their_programs_told_apart(results: Results) -> None:
    timings = results.timings(f"{LENGTH:,} elements")
    check_complete(timings)
    check_work(timings, f, np.linspace(0, 10, LENGTH, dtype=np.float32))
    assert len(results.stages("jit")["hlo"].fusions) == 1
    check_mapped(results.stages("without fusion")["jaxpr"], least=1)
