import numpy as np
import pytest

from experiments.frameworks.pallas import BLOCK, PallasParams, on_blocks, pallas, plain
from jaxlive.lab.measure.variants import current_platform
from tests.experiments.running import Results, check_complete, check_work

on_a_cpu = pytest.mark.skipif(current_platform() == "gpu", reason="a GPU compiles the kernel")


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(pallas(PallasParams(blocks=4)))


def test_the_kernel_gives_the_values_of_jnp(results: Results) -> None:
    shown = results.values("every fourth part")
    x = np.array(shown["x"])
    np.testing.assert_allclose(shown["pallas"], 0.2 * x + np.sin(x) + np.cos(2 * x), atol=1e-5)
    np.testing.assert_allclose(shown["pallas"], shown["jnp"], atol=1e-6)


@on_a_cpu
def test_every_block_is_computed() -> None:
    x = np.linspace(-5, 5, 3 * BLOCK, dtype=np.float32)
    np.testing.assert_allclose(on_blocks(x, interpret=True), plain(x), atol=1e-6)


@on_a_cpu
def test_a_cpu_can_only_interpret(results: Results) -> None:
    raised = results.raised("compiled on a CPU")
    assert raised.type == "ValueError"
    assert "interpret mode" in raised.message


def test_the_kernel_is_one_equation_of_the_jaxpr(results: Results) -> None:
    assert results.stages("on_blocks")["jaxpr"].text.count("pallas_call[") == 1


def test_it_is_timed_beside_plain_jax(results: Results) -> None:
    timings = results.timings(f"{4 * BLOCK:,} elements")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["pallas", "jnp"]


def test_the_work_is_that_of_the_formula(results: Results) -> None:
    check_work(results.timings(f"{4 * BLOCK:,} elements"), plain, np.ones(4 * BLOCK, np.float32))
