"""The plot of a sweep: seconds per call over a parameter, log axes, 95 % intervals."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from jaxlive.cli.measured import Measured, measurements
from jaxlive.lab.declare.experiment import Experiment
from jaxlive.runs.models import Run


def plot(runs: Iterable[Run], name: str, experiment: Experiment, file: Path) -> None:
    """Write the plot; other parameters that were swept too make lines of their own."""
    from matplotlib import style
    from matplotlib.figure import Figure

    style.use("tableau-colorblind10")
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for label, points in lines(list(measurements(runs)), name).items():
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


def lines(found: Sequence[Measured], name: str) -> dict[str, list[tuple[float, float, float, float]]]:
    """Points by line: x, median, low, high. Each combination of other parameters that vary has its lines."""
    values = defaultdict(set)
    for one in found:
        for key, value in one.params.items():
            values[key].add(str(value))
    others = [key for key, known in values.items() if len(known) > 1 and key not in (name, "device")]
    by_line = defaultdict(list)
    for one in found:
        label = " · ".join([one.line, *(f"{key} {one.params[key]}" for key in others)])
        by_line[label].append((one.params[name], one.median_s, one.low_s, one.high_s))
    return dict(by_line)
