"""Values, text, curves, tables and pictures."""

from typing import Any, Literal

from pydantic import Field

from jaxlive.lab.declare.blocks.parts import BaseBlock, Cell, Part


class ValueItem(Part):
    """One value: `text` is what Python prints, `data` the nested list when it is small."""

    name: str
    dtype: str
    shape: list[int]
    text: str
    data: Any = None


class Values(BaseBlock):
    """Named values, as the code returned them."""

    kind: Literal["values"] = "values"
    label: str
    items: list[ValueItem]


class Raised(BaseBlock):
    """The exception that the slide is about; `line` and `source` are those of the experiment's file."""

    kind: Literal["raised"] = "raised"
    label: str
    type: str
    message: str
    line: int | None = None
    source: str | None = None


class Printed(BaseBlock):
    """What the code printed, in order."""

    kind: Literal["printed"] = "printed"
    label: str
    lines: list[str]


class Axis(Part):
    """An axis with its unit."""

    label: str
    unit: str = ""
    scale: Literal["linear", "log"] = "linear"


class Point(Part):
    """One point of the line named `line`; `y` is null where it was not finite."""

    line: str
    x: float
    y: float | None


class Series(BaseBlock):
    """Lines over a common axis, which grow by `Append` while the run lasts."""

    kind: Literal["series"] = "series"
    label: str
    x: Axis
    y: Axis
    points: list[Point] = Field([])


class Append(Part):
    """More points for the series of this label: not a block, but yielded like one."""

    label: str
    points: list[Point]


class Table(BaseBlock):
    """A table; units belong in the column names."""

    kind: Literal["table"] = "table"
    label: str
    columns: list[str]
    rows: list[list[Cell]]


class Heatmap(BaseBlock):
    """A value over two axes, `cells[i][j]` at `ys[i]` and `xs[j]`; a line is drawn where it is `level`."""

    kind: Literal["heatmap"] = "heatmap"
    label: str
    x: Axis
    y: Axis
    value: Axis
    xs: list[float]
    ys: list[float]
    cells: list[list[float | None]]
    level: float | None = None


class Image(BaseBlock):
    """A PNG, base64, with its text alternative."""

    kind: Literal["image"] = "image"
    label: str
    png: str
    alt: str


class Note(BaseBlock):
    """One sentence computed from the results."""

    kind: Literal["note"] = "note"
    text: str
