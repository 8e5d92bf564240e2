"""The plot of a sweep: seconds per call over a parameter, log axes, 95 % intervals."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from experiments.lab.blocks import Timings
from experiments.lab.experiment import Experiment
from experiments.lab.statistics import median_interval
from server.models import Run


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
                low, high = median_interval(row.latency.samples_s)
                yield Measured(run.params, " · ".join(words), row.latency.median_s, low, high)


def plot(runs: Iterable[Run], name: str, experiment: Experiment, file: Path) -> None:
    """Write the plot; other parameters that were swept too make lines of their own."""
    from matplotlib import style
    from matplotlib.figure import Figure

    style.use("tableau-colorblind10")
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for label, points in lines(measurements(runs), name).items():
        x, median, low, high = np.array(sorted(points)).T
        errors = [median - low, high - median]
        axes.errorbar(x, median, yerr=errors, label=label, marker="o", markersize=4, capsize=2)
    field = experiment.params.model_json_schema()["properties"][name]
    unit = f" ({field['unit']})" if "unit" in field else ""
    axes.set(xscale="log", yscale="log", xlabel=f"{name.replace('_', ' ')}{unit}", ylabel="time per call (s)")
    axes.set_title(experiment.title)
    axes.grid(visible=True, which="major", alpha=0.3)
    if axes.lines:
        axes.legend()
    figure.savefig(file)


def lines(found: Iterable[Measured], name: str) -> dict[str, list[tuple[float, float, float, float]]]:
    """Points by line: x, median, low, high."""
    by_line = defaultdict(list)
    for one in found:
        by_line[one.line].append((one.params[name], one.median_s, one.low_s, one.high_s))
    return dict(by_line)
