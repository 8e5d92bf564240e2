import os
from time import perf_counter

import jax
import jax.numpy as jnp
import pytest

from experiments.lab import peaks, roofline
from experiments.lab.roofline import AboveRoof, Work, bandwidth, measured_roofs, product_rate, roof_fraction


def test_roofs_are_plausible_and_measured_once() -> None:
    first = bandwidth("cpu", 1e6)
    assert 1e8 < first < 1e13
    assert bandwidth("cpu", 1e6) == first
    assert 1e8 < product_rate("cpu", "float32", 2 * 256**3) < 1e14
    assert all("(bytes/s)" in name or "(FLOP/s)" in name for name in measured_roofs())


def test_measuring_again_never_lowers_a_roof() -> None:
    first = bandwidth("cpu", 2e6)
    assert bandwidth("cpu", 2e6, again=True) >= first


def test_the_fraction_is_least_time_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peaks, "bandwidth", lambda device, size: 1e9)
    monkeypatch.setattr(peaks, "product_rate", lambda device, dtype, size: 1e12)
    monkeypatch.setattr(roofline, "_measured", {})
    assert roof_fraction("copy", Work(flops=0, bytes=1e9), "cpu", "float32", 2.0) == pytest.approx(0.5)
    assert roof_fraction("product", Work(flops=1e12, bytes=8), "cpu", "float32", 4.0) == pytest.approx(0.25)


def test_a_busy_machine_gets_a_second_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first measurement came out at half of what the machine can."""
    rates = iter([0.5e9, 1e9])
    monkeypatch.setattr(peaks, "bandwidth", lambda device, size: next(rates))
    monkeypatch.setattr(peaks, "product_rate", lambda device, dtype, size: 1e12)
    monkeypatch.setattr(roofline, "_measured", {})
    assert roof_fraction("copy", Work(flops=0, bytes=1e9), "cpu", "float32", 1.0) == pytest.approx(1)


def test_a_product_that_was_not_waited_for_is_above_the_roof() -> None:
    x = jnp.ones((1000, 1000))
    product = jax.jit(jnp.matmul)
    product(x, x).block_until_ready()
    start = perf_counter()
    result = product(x, x)
    seconds = perf_counter() - start
    result.block_until_ready()
    with pytest.raises(AboveRoof, match=r"product took .* s a call"):
        roof_fraction("product", Work(flops=2 * 1000**3, bytes=3 * x.nbytes), "cpu", "float32", seconds)


def test_sizes_are_bounded() -> None:
    page = os.sysconf("SC_PAGE_SIZE")
    assert bandwidth("cpu", 1) == bandwidth("cpu", page)
