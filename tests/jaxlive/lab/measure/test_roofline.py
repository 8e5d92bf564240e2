import os
from time import perf_counter

import jax
import jax.numpy as jnp
import pytest

from jaxlive.lab.measure import peaks, roofline
from jaxlive.lab.measure.roofline import (
    AboveRoof,
    Work,
    bandwidth,
    measured_roofs,
    product_rate,
    roof_fraction,
    roofs,
)

pytestmark = pytest.mark.slow


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
    returned = []
    for _ in range(10):  # a busy machine may take the processor away before one of them returns
        start = perf_counter()
        result = product(x, x)
        returned.append(perf_counter() - start)
        result.block_until_ready()
    with pytest.raises(AboveRoof, match=r"product took .* µs a call"):
        roof_fraction("product", Work(flops=2 * 1000**3, bytes=3 * x.nbytes), "cpu", "float32", min(returned))


def test_the_message_has_what_was_got_and_what_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peaks, "bandwidth", lambda device, size: 1e9)
    monkeypatch.setattr(peaks, "product_rate", lambda device, dtype, size: 1e12)
    monkeypatch.setattr(roofline, "_measured", {})
    with pytest.raises(
        AboveRoof, match=r"^sum took 0\.25 µs a call\. Its 4 MB take this cpu at least 4,000 µs, "
    ):
        roof_fraction("sum", Work(flops=1e6, bytes=4e6), "cpu", "float32", 2.5e-7)


def test_roofs_are_lines_that_start_at_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {"float32": {256: 4e9, 1024: 2e9}, "float64": {1024: 1e9}}
    monkeypatch.setattr(peaks, "bandwidth", lambda device, size: 1e9)
    monkeypatch.setattr(peaks, "product_rate", lambda device, dtype, size: rates[dtype][size])
    monkeypatch.setattr(roofline, "_measured", {})
    product_rate("cpu", "float32", 1)
    flops = {"float32": 2e9, "float64": 2e9}
    points = [(point.line, point.x, point.y) for point in roofs("cpu", 1e6, flops, (0.5, 100))]
    assert points == [
        ("memory 1 GB/s", 0.5, 0.5e9),
        ("memory 1 GB/s", 4, 4e9),
        ("float32 4 GFLOP/s", 4, 4e9),
        ("float32 4 GFLOP/s", 100, 4e9),
        ("float64 1 GFLOP/s", 1, 1e9),
        ("float64 1 GFLOP/s", 100, 1e9),
    ]


def test_sizes_are_bounded() -> None:
    page = os.sysconf("SC_PAGE_SIZE")
    assert bandwidth("cpu", 1) == bandwidth("cpu", page)
