"""Charts of blocks, drawn by matplotlib as PNG."""

import base64
import io
from typing import TYPE_CHECKING, Any

from jaxlive.lab.declare.blocks import AnyBlock, Axis, Heatmap, Image, Series, Timings
from jaxlive.lab.show.markdown import seconds

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INCHES = (6.4, 3.6)
NUMBERED = 6
"""More lines than this have no legend of their own."""
APART = 20
"""Times a median is another: then the axis is logarithmic, as on the slide."""


def png(block: AnyBlock) -> str | None:
    """A block's picture as PNG in base64; None for what is read, not looked at."""
    if isinstance(block, Image):
        return block.png
    if not isinstance(block, (Series, Heatmap, Timings)):
        return None
    from matplotlib.figure import Figure

    figure = Figure(figsize=INCHES, layout="constrained")
    axes = figure.subplots()
    axes.set_title(block.label)
    if isinstance(block, Timings):
        _bars(axes, block)
    else:
        axes.set(xlabel=_words(block.x), ylabel=_words(block.y))
        _lines(axes, block) if isinstance(block, Series) else _cells(figure, axes, block)
    return _saved(figure)


def _saved(figure: "Figure") -> str:
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=100, metadata={"Software": None})
    return base64.b64encode(file.getvalue()).decode()


def _bars(axes: Any, block: Timings) -> None:
    """To the median; each sample is a dot."""
    medians = [row.latency.median_s for row in block.rows]
    names = [f"{row.variant}\n{seconds(row.latency.median_s)}" for row in block.rows]
    axes.barh(names, medians, alpha=0.3)
    for place, row in enumerate(block.rows):
        axes.plot(row.latency.samples_s, [place] * len(row.latency.samples_s), ".", alpha=0.5)
    axes.set(xscale="log" if max(medians) > APART * min(medians) else "linear", xlabel="time of a call (s)")
    axes.invert_yaxis()


def _lines(axes: Any, block: Series) -> None:
    names = list(dict.fromkeys(point.line for point in block.points))
    for name in names:
        points = [point for point in block.points if point.line == name]
        ys = [float("nan") if point.y is None else point.y for point in points]
        axes.plot([point.x for point in points], ys, marker=".", label=name)
    axes.set(xscale=block.x.scale, yscale=block.y.scale)
    axes.grid(visible=True, alpha=0.3)
    if 1 < len(names) <= NUMBERED:
        axes.legend()


def _cells(figure: "Figure", axes: Any, block: Heatmap) -> None:
    cells = [[float("nan") if cell is None else cell for cell in row] for row in block.cells]
    mesh = axes.pcolormesh(block.xs, block.ys, cells, shading="nearest")
    figure.colorbar(mesh, label=_words(block.value))
    if block.level is not None:
        axes.contour(block.xs, block.ys, cells, levels=[block.level], colors="white")


def _words(axis: Axis) -> str:
    return f"{axis.label} ({axis.unit})" if axis.unit else axis.label
