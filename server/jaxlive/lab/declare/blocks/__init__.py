"""Blocks: the one vocabulary of results, from the experiment to the pixel.

A block with a label replaces the earlier block of the same kind and label in its run, so a result can
grow before the eyes of the audience. Times are in seconds, sizes in bytes, rates per second. Numbers that
are not finite travel as null, and `nulls` says so.
"""

from typing import Annotated

from pydantic import Field

from jaxlive.lab.declare.blocks.compiler import (
    Change,
    Cost,
    Event,
    Lane,
    Pass,
    Passes,
    Program,
    Stage,
    StageName,
    Timeline,
)
from jaxlive.lab.declare.blocks.parts import BaseBlock, Cell, Interval, Part
from jaxlive.lab.declare.blocks.plain import (
    Append,
    Axis,
    Heatmap,
    Image,
    Note,
    Point,
    Printed,
    Raised,
    Series,
    Table,
    ValueItem,
    Values,
)
from jaxlive.lab.declare.blocks.timings import (
    Compile,
    Control,
    Outcome,
    Outliers,
    Ratio,
    Row,
    Summary,
    Timings,
)

AnyBlock = (
    Values | Timings | Program | Passes | Timeline | Raised | Printed | Series | Table | Heatmap | Image
    | Note
)  # fmt: skip
Block = Annotated[AnyBlock, Field(discriminator="kind")]


def identity(block: AnyBlock, before: int) -> tuple[str, str]:
    """What a later block shares with the one it replaces; a note, after `before` others, replaces none."""
    return block.kind, f"#{before}" if isinstance(block, Note) else block.label


__all__ = [
    "AnyBlock", "Append", "Axis", "BaseBlock", "Block", "Cell", "Change", "Compile", "Control", "Cost",
    "Event", "Heatmap", "Image", "Interval", "Lane", "Note", "Outcome", "Outliers", "Part", "Pass", "Passes",
    "Point", "Printed", "Program", "Raised", "Ratio", "Row", "Series", "Stage", "StageName", "Summary",
    "Table", "Timeline", "Timings", "ValueItem", "Values", "identity",
]  # fmt: skip
