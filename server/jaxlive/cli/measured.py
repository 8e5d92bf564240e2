"""What the runs of a sweep measured."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from jaxlive.lab.declare.blocks import Timings
from jaxlive.runs.models import Run


class Measured(NamedTuple):
    """A variant at a point: seconds per call and their 95 % interval."""

    params: dict[str, Any]
    line: str
    median_s: float
    low_s: float
    high_s: float


def measurements(runs: Iterable[Run]) -> Iterator[Measured]:
    """Every variant of every complete comparison; its name has the comparison's where there are several."""
    for run in runs:
        compared = [block for block in run.blocks if isinstance(block, Timings) and block.complete]
        for timings in compared:
            for row in timings.rows:
                words = [row.device, row.variant, *([timings.label] if len(compared) > 1 else [])]
                yield Measured(run.params, " · ".join(words), row.latency.median_s, *row.latency.ci95_s)
