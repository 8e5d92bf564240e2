"""Blocks as Markdown: tables, listings and sentences."""

from collections.abc import Callable, Iterable
from typing import Any

from jaxlive.lab.declare.blocks import (
    AnyBlock,
    Cell,
    Heatmap,
    Image,
    Note,
    Passes,
    Printed,
    Program,
    Raised,
    Ratio,
    Row,
    Series,
    Table,
    Timeline,
    Timings,
    Values,
)
from jaxlive.lab.programs.lanes import chief

LONGEST = 20
"""Events of a timeline that a table tells."""


def markdown(block: AnyBlock) -> str:
    """A block in GitHub's Markdown; of a picture its words."""
    remarks = [f"*{remark}*" for remark in (block.cut, block.nulls) if remark]
    return "\n\n".join([WRITERS[type(block)](block), *remarks])


def seconds(value: float) -> str:
    """A time with three digits and the unit that fits."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if value * factor >= 1:
            return f"{value * factor:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def table(columns: Iterable[str], rows: Iterable[Iterable[Cell]]) -> str:
    """A table; what would end a cell is escaped."""
    heads = [_cell(column) for column in columns]
    lines = [heads, ["---"] * len(heads), *([_cell(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: Cell) -> str:
    if value is None:
        return "–"
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text.replace("|", "\\|").replace("\n", "<br>")


def _listing(text: str, language: str = "") -> str:
    fence = "````" if "```" in text else "```"
    return f"{fence}{language}\n{text}\n{fence}"


def _headed(label: str, *parts: str) -> str:
    return "\n\n".join([f"**{label.replace('_', ' ')}**", *filter(None, parts)])


def _values(one: Values) -> str:
    rows = [(item.name, item.dtype, "×".join(map(str, item.shape)), item.text) for item in one.items]
    return _headed(one.label, table(("name", "dtype", "shape", "value"), rows))


def _timings(one: Timings) -> str:
    columns = ("variant", "median of a call", "95 % interval", "device", "dtype")
    told = [*map(_ratio, one.ratios), one.verdict, *one.flags]
    return _headed(one.label, table(columns, map(_row, one.rows)), *told)


def _row(row: Row) -> tuple[Cell, ...]:
    low, high = row.latency.ci95_s
    interval = f"{seconds(low)} to {seconds(high)}"
    return row.variant, seconds(row.latency.median_s), interval, row.device, row.dtype


def _ratio(one: Ratio) -> str:
    low, high = one.ci95
    return f"{one.of} over {one.over}: {one.median:.3g}, 95 % interval {low:.3g} to {high:.3g}, {one.outcome}"


def _program(one: Program) -> str:
    counts = ", ".join(f"{stage.name} {stage.count} {stage.counted}" for stage in one.stages)
    jaxpr = next((stage.text for stage in one.stages if stage.name == "jaxpr"), "")
    return _headed(one.label, counts, _listing(jaxpr) if jaxpr else "")


def _passes(one: Passes) -> str:
    changing = [step for step in one.passes if step.change]
    rows = [(step.pipeline, step.name, step.instructions, step.fusions) for step in changing]
    counts = table(("pipeline", "pass", "instructions after it", "fusions"), rows)
    changes = (_listing(step.change.text, "diff") for step in changing if step.change)
    ran = f"{len(one.passes)} passes ran, {len(rows)} changed the program"
    return _headed(f"{one.label}: {ran}", counts, *changes, one.remark or "")


def _timeline(one: Timeline) -> str:
    rows = [
        (seconds(event.start_s), seconds(event.duration_s), lane, event.name, event.line)
        for lane, event in chief(one.lanes, LONGEST)
    ]
    every = sum(len(lane.events) for lane in one.lanes)
    told = f"the longest {len(rows)} of {every} events; a traced call is never a timing"
    columns = ("start", "duration", "lane", "event", "line of Python")
    return _headed(f"{one.label}: {told}", table(columns, rows), one.remark or "")


def _raised(one: Raised) -> str:
    where = f"line {one.line}: `{one.source}`" if one.line else ""
    return _headed(one.label, _listing(f"{one.type}: {one.message}"), where)


def _printed(one: Printed) -> str:
    return _headed(one.label, _listing("\n".join(one.lines)))


def _series(one: Series) -> str:
    lines = sorted({point.line for point in one.points})
    at = {(point.x, point.line): point.y for point in one.points}
    rows = [[x, *(at.get((x, line)) for line in lines)] for x in sorted({x for x, _ in at})]
    x, y = (f"{axis.label} {axis.unit}".strip() for axis in (one.x, one.y))
    return _headed(f"{one.label}: {y}", table([x, *lines], rows))


def _heatmap(one: Heatmap) -> str:
    x, y, value = (f"{axis.label} {axis.unit}".strip() for axis in (one.x, one.y, one.value))
    return _headed(f"{one.label}: {value} over {x} and {y}")


def _table(one: Table) -> str:
    return _headed(one.label, table(one.columns, one.rows))


def _image(one: Image) -> str:
    return _headed(one.label, one.alt)


def _note(one: Note) -> str:
    return one.text


WRITERS: dict[type, Callable[[Any], str]] = {
    Values: _values, Timings: _timings, Program: _program, Passes: _passes,
    Timeline: _timeline, Raised: _raised, Printed: _printed,
    Series: _series, Table: _table, Heatmap: _heatmap, Image: _image, Note: _note,
}  # fmt: skip
