"""Roofs: the least time that given bytes and FLOPs take on this machine, measured in this process.

The model is that of Williams, Waterman and Patterson, "Roofline", CACM 52(4), 2009. Memory is measured with
a working set as large as the variant's, since what fits a cache moves faster than what does not.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from jaxlive.lab.declare.blocks import Point
from jaxlive.lab.measure import peaks

SMALLEST_SET, LARGEST_SET = 2**16, 2**31
"""Bytes: a call costs more than the bytes below the first; the second is four times the largest caches."""
SMALLEST_PRODUCT, LARGEST_PRODUCT = 256, {"cpu": 2048, "gpu": 8192}
TOLERANCE = 1.05

_measured: dict[str, float] = {}


class AboveRoof(RuntimeError):
    """A time shorter than the machine allows: the clock did not wait, or the work was not done."""


@dataclass(frozen=True)
class Work:
    """What one call needs at least, by formula: floating-point operations, and bytes read and written.

    `transcendentals` are those of the FLOPs that are a sine, an exponential and the like.
    """

    flops: float
    bytes: float
    transcendentals: float = 0

    @property
    def intensity(self) -> float:
        """FLOPs a byte."""
        return self.flops / self.bytes


def roof_fraction(name: str, work: Work, device: str, precision: str, seconds: float) -> float:
    """Least possible seconds over measured ones, for one call of the variant `name`.

    When that is above 1 by more than 5 %, the roofs are measured again, up to five times, as a busy machine
    lowers them for a second or so; the highest counts. Raises AboveRoof when it stays above.
    """
    for again in (False, *[True] * 5):
        moving_s = work.bytes / bandwidth(device, work.bytes, again)
        computing_s = work.flops / product_rate(device, precision, work.flops, again)
        least_s = max(moving_s, computing_s)
        if least_s <= seconds * TOLERANCE:
            return least_s / seconds
    raise AboveRoof(
        f"{name} took {_micro(seconds)} µs a call. Its {_mega(work.bytes)} MB take this {device} at least "
        f"{_micro(moving_s)} µs, its {_mega(work.flops)} MFLOP {_micro(computing_s)} µs: wait for the result "
        "before reading the clock, and check that the work is done."
    )


def bandwidth(device: str, bytes_moved: float, again: bool = False) -> float:
    """Bytes per second through memory or cache for a working set of this size (the power of two below)."""
    bounded = min(max(bytes_moved, SMALLEST_SET), LARGEST_SET)
    working_set = 2 ** math.floor(math.log2(bounded))
    name = f"{device} memory, {working_set // 2**10:,} KiB (bytes/s)"
    return _roof(name, partial(peaks.bandwidth, device, working_set), again)


def product_rate(device: str, precision: str, flops: float, again: bool = False) -> float:
    """FLOPs per second of a matrix product of this many FLOPs (rows: the power of two above).

    `precision` is a dtype or tf32. Raises ValueError for tf32 on a device without it.
    """
    rows = min(max((flops / 2) ** (1 / 3), SMALLEST_PRODUCT), LARGEST_PRODUCT[device])
    size = 2 ** math.ceil(math.log2(rows))
    name = f"{device} {precision} product, {size} rows (FLOP/s)"
    return _roof(name, partial(peaks.product_rate, device, precision, size), again)


def roofs(
    device: str, bytes_moved: float, flops: Mapping[str, float], intensities: tuple[float, float]
) -> list[Point]:
    """The lines of a roofline plot, FLOP/s over FLOP/byte: memory's, and the product's for each precision.

    `flops` are those of a product in each precision, `intensities` where the plot starts and ends. Memory's
    line rises up to the highest of the others, which start on it: each the highest rate of all sizes so far,
    as smaller products can be faster.
    """
    moving = bandwidth(device, bytes_moved)
    peaks_of = {precision: _highest_rate(device, precision, count) for precision, count in flops.items()}
    ridge, (start, end) = max(peaks_of.values()) / moving, intensities
    lines = {f"memory {moving / 1e9:,.3g} GB/s": [(start, start * moving), (ridge, ridge * moving)]}
    for precision, rate in peaks_of.items():
        lines[f"{precision} {rate / 1e9:,.0f} GFLOP/s"] = [(rate / moving, rate), (max(end, 2 * ridge), rate)]
    return [Point(line=line, x=x, y=y) for line, ends in lines.items() for x, y in ends]


def know_roofs(roofs: Mapping[str, float]) -> None:
    """Take over roofs that another process of this machine has measured."""
    _measured.update(roofs)


def measured_roofs() -> dict[str, float]:
    """All roofs measured so far; each name ends with its unit."""
    return dict(_measured)


def _highest_rate(device: str, precision: str, flops: float) -> float:
    product_rate(device, precision, flops)
    return max(rate for name, rate in _measured.items() if name.startswith(f"{device} {precision} product"))


def _micro(seconds: float) -> str:
    return _digits(seconds * 1e6)


def _mega(count: float) -> str:
    return _digits(count / 1e6)


def _digits(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _roof(name: str, measure: Callable[[], float], again: bool) -> float:
    if again or name not in _measured:
        _measured[name] = max(measure(), _measured.get(name, 0.0))
    return _measured[name]
