"""A run on a GPU held against its card: what none can beat by its data sheet, and what it should reach.

The lab holds every time against roofs that it measures itself; this asks somebody else. Where the numbers
come from:

- Peaks and bandwidths are those of NVIDIA's data sheets for A100, H100, H200 and GH200: without sparsity, on
  tensor cores but for float32.
- Bandwidth that a kernel reaches: 79 to 89 % of the sheet. https://github.com/RRZE-HPC/gpu-benches,
  gpu-stream, scale: 1,382 GB/s on an A100 with 40 GB, 1,737 with 80, 1,704 on an H100 PCIe, 3,174 on GH200.
- Kernels one after another: 2.5 µs each, 1.3 in a CUDA graph, on A100 and H200: gpu-small-kernels there.
- Products reach 80 to 90 % of the peak: https://github.com/stas00/ml-engineering, "maximum achievable matmul
  FLOPS", bfloat16: 271 of 312 TFLOP/s on an A100 SXM, 794 of 989 on an H100 SXM.

What fits the last-level cache does not have to come from memory, so only bytes beyond it count as moved.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from jaxlive.cli.slides import Card
from jaxlive.cli.verdicts import Outcome, Verdict
from jaxlive.lab.declare.blocks import Row, Timings
from jaxlive.lab.declare.experiment import Experiment
from jaxlive.runs.models import Run

LAUNCH_S = 1.3e-6
BOOST = 1.1
"""Clocks may go this far beyond those that a data sheet counts with."""
USUAL, LEAST = 0.75, 0.4
"""Shares of the data sheet: what long calls reach, and below what something is wrong."""
LONG_S = 1e-4
"""Calls that take a card this long tell of the card: shorter ones of the price of a call."""


class Gpu(NamedTuple):
    """Bytes a second, bytes of the last-level cache, and TFLOP/s of a product in each precision."""

    moving: float
    cache: float
    peaks: Mapping[str, float]

    def seconds(self, row: Row, cached: float = 0) -> tuple[float, str]:
        """The least time of a row's work, and what sets it: memory, or a precision."""
        precision = row.precision or row.dtype
        computing = (row.flops or 0) / (self.peaks.get(precision, float("inf")) * 1e12)
        return max(
            (max((row.bytes or 0) - cached, 0) / self.moving, "memory"),
            (computing, f"the arithmetic in {precision}"),
        )


A100 = {"float64": 19.5, "float32": 19.5, "tf32": 156, "bfloat16": 312}
H100_PCIE = {"float64": 51, "float32": 51, "tf32": 378, "bfloat16": 756}
H100 = {"float64": 67, "float32": 67, "tf32": 495, "bfloat16": 989}
GPUS = {
    r"A100.*40GB": Gpu(1.555e12, 40e6, A100),
    r"A100.*80GB": Gpu(2.039e12, 40e6, A100),
    r"H100 PCIe": Gpu(2.039e12, 50e6, H100_PCIE),
    r"H100 80GB HBM3": Gpu(3.352e12, 50e6, H100),
    r"GH200 480GB": Gpu(4.023e12, 60e6, H100),
    r"\bH200": Gpu(4.8e12, 60e6, H100),
}
"""By what JAX calls them."""


def of_rows(name: str, rows: Iterable[Row]) -> Verdict:
    """What the rows of runs on this GPU say of them (stops), and of the card (warnings)."""
    gpu = next((gpu for pattern, gpu in GPUS.items() if re.search(pattern, name)), None)
    if gpu is None:
        return Verdict(warnings=(f"no data sheet for {name}: checked only against the roofs measured here",))
    worked = [row for row in rows if row.device == "gpu" and (row.flops or row.bytes)]
    return Verdict(tuple(_too_fast(gpu, worked)), tuple(_too_slow(gpu, worked)))


def of_run(run: Run) -> Verdict:
    """The same of one run; nothing of one without a GPU."""
    name = _gpu(run)
    return of_rows(name, _rows(run)) if name else Verdict()


def large(experiments: Iterable[Experiment]) -> list[Card]:
    """What fills a GPU: the deck's own sizes suit a laptop."""
    return [Card(name=one.name, pinned=pinned) for one in experiments for pinned in one.large]


def of_gpus(outcomes: Mapping[str, Outcome], filling: Iterable[Card]) -> dict[str, Verdict]:
    """A verdict for each GPU that something ran on, and for what was to fill it."""
    runs = [one for one in outcomes.values() if isinstance(one, Run)]
    names = dict.fromkeys(filter(None, map(_gpu, runs)))
    found = {
        name: of_rows(name, [row for run in runs if _gpu(run) == name for row in _rows(run)])
        for name in names
    }
    for card in filling if names else []:
        outcome = outcomes.get(card.key, "did not run")
        if isinstance(outcome, str) or outcome.status != "done":
            why = outcome if isinstance(outcome, str) else outcome.status
            found[f"{card.name} {card.pinned}"] = Verdict(warnings=(why,))
    return found


def on_gpu(outcomes: Iterable[Outcome]) -> bool:
    """Whether anything ran on a GPU."""
    return any(isinstance(one, Run) and _gpu(one) for one in outcomes)


def _gpu(run: Run) -> str | None:
    """The name of the first GPU where a run was."""
    devices = run.environment.devices if run.environment else []
    return next((device.name for device in devices if device.kind == "gpu"), None)


def _rows(run: Run) -> Iterator[Row]:
    """Each named by its experiment and comparison too."""
    for block in run.blocks:
        if isinstance(block, Timings) and block.complete:
            for row in block.rows:
                yield row.model_copy(update={"variant": f"{run.experiment}, {block.label}, {row.variant}"})


def _best_s(row: Row) -> float:
    """Seconds a call, queued where that is quicker."""
    return min(one.median_s for one in (row.latency, row.throughput) if one)


def _too_fast(gpu: Gpu, rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        least, limit = max(gpu.seconds(row, gpu.cache), (LAUNCH_S, "a kernel's launch"))
        if _best_s(row) * BOOST < least:
            took, needed = (f"{seconds * 1e6:,.3g} µs" for seconds in (_best_s(row), least))
            yield (
                f"{row.variant}: {took} a call, but {limit} takes at least {needed}: "
                "the clock stopped too early"
            )


def _too_slow(gpu: Gpu, rows: Iterable[Row]) -> Iterator[str]:
    """The best of all long calls decides: one in more passes than it needs says nothing of the card."""
    best: dict[str, float] = {}
    for row in rows:
        least, limit = gpu.seconds(row)
        if least >= LONG_S:
            best[limit] = max(best.get(limit, 0), least / _best_s(row))
    for limit, share in best.items():
        if share < LEAST:
            yield (
                f"{limit}: the best call reaches {share:.0%} of the data sheet, {USUAL:.0%} is usual: "
                "something else uses the GPU, or it is throttled"
            )
