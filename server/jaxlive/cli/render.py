"""Blocks in the terminal, by rich."""

from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from jaxlive.cli.measured import measurements
from jaxlive.lab.declare.blocks import (
    AnyBlock,
    Change,
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
from jaxlive.lab.show.markdown import LONGEST, seconds
from jaxlive.runs.models import Run

PROGRAM_LINES = 40
SHADES = " ░▒▓█"


def run(state: Run) -> RenderableType:
    """A run as it is now: its blocks, then how it ended."""
    return Group(*(block(one) for one in state.blocks), ending(state))


def ending(state: Run) -> RenderableType:
    """The last line: waiting, running, done in so many seconds, or the problem."""
    if state.problem:
        log = "\n".join(state.problem.log)
        return Panel(
            f"{state.problem.detail}\n\n{log}".strip(), title=state.problem.title, border_style="red"
        )
    if state.status == "queued":
        return Text(f"waiting, runs ahead: {state.position}", style="dim")
    if state.started_at and state.finished_at:
        seconds = (state.finished_at - state.started_at).total_seconds()
        device = state.environment.devices[0].name if state.environment else "?"
        neighbours = state.environment.neighbours if state.environment else 0
        others = "run" if neighbours == 1 else "runs"
        beside = f", beside {neighbours} other {others}" if neighbours else ""
        again = ", second try: the first worker was killed" if state.repeated else ""
        return Text(f"{state.status} in {seconds:.1f} s on {device}{beside}{again}", style="dim")
    return Text(f"{state.status} …", style="dim")


def sweep(runs: Iterable[Run], names: list[str]) -> RenderableType:
    """Every variant at every point, or why a point has none."""
    rows: list[tuple[object, ...]] = []
    for run in runs:
        here = [run.params[name] for name in names]
        for one in measurements([run]):
            interval = f"{seconds(one.low_s)} to {seconds(one.high_s)}"
            rows.append((*here, one.line, seconds(one.median_s), interval))
        if run.problem:
            rows.append((*here, run.problem.title, "", run.problem.detail))
    return grid("sweep", (*names, "variant", "median", "95 % interval"), rows)


def block(one: AnyBlock) -> RenderableType:
    """Any block."""
    return RENDERERS[type(one)](one)


def grid(title: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> Grid:
    """A table, numbers as they are."""
    table = Grid(
        *map(escape, columns),
        title=escape(title),
        title_justify="left",
        title_style="bold",
        header_style="dim",
    )
    for row in rows:
        table.add_row(*map(_cell, row))
    return table


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.4g}" if isinstance(value, float) else escape(str(value))


def _values(one: Values) -> RenderableType:
    rows = [(item.name, item.dtype, "×".join(map(str, item.shape)), item.text) for item in one.items]
    return grid(one.label, ("name", "dtype", "shape", "value"), rows)


def _timings(one: Timings) -> RenderableType:
    columns = ("variant", "median", "quartiles", "queued", "cores", "compile", "roof", "max error")
    ratios = (_ratio(ratio) for ratio in one.ratios)
    lines = [line for line in (*ratios, one.verdict, *one.flags) if line]
    return Group(grid(one.label, columns, map(_row, one.rows)), Text("\n".join(lines)))


def _row(row: Row) -> tuple[object, ...]:
    latency, compiled = row.latency, row.compile
    once = compiled and compiled.trace_s + compiled.lower_s + compiled.compile_s
    return (
        row.variant,
        seconds(latency.median_s),
        f"{latency.q25_s / latency.median_s - 1:+.0%} {latency.q75_s / latency.median_s - 1:+.0%}",
        row.throughput and seconds(row.throughput.median_s),
        row.cores_used and f"{row.cores_used:.1f}",
        once and seconds(once),
        row.roof_fraction and f"{row.roof_fraction:.0%}",
        None if row.max_rel_error is None else f"{row.max_rel_error:.1e}",
    )


def _ratio(ratio: Ratio) -> str:
    low, high = ratio.ci95
    remark = {"faster": "", "alike": ", alike", "undecided": ", undecided"}[ratio.outcome]
    return f"{ratio.of} / {ratio.over}: {ratio.median:.2f} (95 %: {low:.2f} to {high:.2f}){remark}"


def _program(one: Program) -> RenderableType:
    counts = ", ".join(f"{stage.name} {stage.count} {stage.counted}" for stage in one.stages)
    fused = "".join(f", {name}" for stage in one.stages for name in stage.fusions)
    jaxpr = next((stage.text for stage in one.stages if stage.name == "jaxpr"), "")
    shown = jaxpr.splitlines()
    if len(shown) > PROGRAM_LINES:
        shown = [*shown[:PROGRAM_LINES], f"… {len(shown) - PROGRAM_LINES} more lines: --json has all stages"]
    return Group(Text(f"{one.label}: {counts}{fused}", style="bold"), Text("\n".join(shown)))


def _passes(one: Passes) -> RenderableType:
    """The passes that changed the text, with their differences; how many ran, and what that took."""
    changing = [step for step in one.passes if step.change]
    rows = [(step.pipeline, step.name, step.instructions, step.fusions) for step in changing]
    title = f"{one.label}: {len(one.passes)} passes, {len(rows)} of them changed the program"
    counts = grid(title, ("pipeline", "pass", "instructions", "fusions"), rows)
    changes = (Panel(_change(step.change), title=escape(step.name)) for step in changing if step.change)
    took = one.compile_s and f"compiled in {seconds(one.plain_s)}, {seconds(one.compile_s)} with dumps"
    return Group(counts, *changes, Text("\n".join(line for line in (took, one.remark) if line)))


def _change(change: Change) -> Text:
    styles = {"+": "green", "-": "red", "@": "dim"}
    lines = (Text(line, style=styles.get(line[:1], "")) for line in change.text.splitlines())
    return Text("\n").join(lines)


def _timeline(one: Timeline) -> RenderableType:
    """The longest events, in the order of their start; never a timing."""
    rows = [
        (seconds(event.start_s), seconds(event.duration_s), lane, "  " * event.depth + event.name, event.line)
        for lane, event in chief(one.lanes, LONGEST)
    ]
    every = sum(len(lane.events) for lane in one.lanes)
    title = f"{one.label}: the longest {len(rows)} of {every} events in {one.calls} calls"
    busy = None if one.busy is None else f"an HLO instruction ran for {one.busy:.0%} of the time"
    traced = one.traced_s and (
        f"traced {seconds(one.traced_s)} a call, {seconds(one.plain_s)} without the trace: not a timing"
    )
    lines = [line for line in (busy, traced, one.remark) if line]
    return Group(grid(title, ("start", "duration", "lane", "event", "line"), rows), Text("\n".join(lines)))


def _raised(one: Raised) -> RenderableType:
    where = f"\n\nline {one.line}: {one.source}" if one.line else ""
    text = Text(f"{one.type}: {one.message}{where}")
    return Panel(text, title=escape(f"{one.label} (raised, as expected)"))


def _printed(one: Printed) -> RenderableType:
    return Panel(Text("\n".join(one.lines)), title=one.label)


def _series(one: Series) -> RenderableType:
    lines = sorted({point.line for point in one.points})
    at = {(point.x, point.line): point.y for point in one.points}
    rows = [(x, *(at.get((x, line)) for line in lines)) for x in sorted({x for x, _ in at})]
    return grid(f"{one.label} ({one.y.label}, {one.y.unit})", (f"{one.x.label} {one.x.unit}", *lines), rows)


def _table(one: Table) -> RenderableType:
    return grid(one.label, one.columns, one.rows)


def _heatmap(one: Heatmap) -> RenderableType:
    """A shade for each cell, the greatest `y` on top."""
    known = [value for row in one.cells for value in row if value is not None]
    low, span = min(known, default=0.0), max(known, default=0.0) - min(known, default=0.0)

    def shade(value: float | None) -> str:
        return "?" if value is None else SHADES[round((value - low) / (span or 1) * (len(SHADES) - 1))]

    lines = ["".join(map(shade, row)) for row in reversed(one.cells)]
    named = ", ".join(f"{axis.label} {axis.unit}".strip() for axis in (one.x, one.y))
    title = f"{one.label}: {one.value.label} over {named}, {low:.4g} to {low + span:.4g} {one.value.unit}"
    return Panel(Text("\n".join(lines)), title=escape(title.strip()))


def _image(one: Image) -> RenderableType:
    return Text(f"[image {one.label}: {one.alt}]")


def _note(one: Note) -> RenderableType:
    return Text(one.text, style="italic")


RENDERERS: dict[type, Callable[[Any], RenderableType]] = {
    Values: _values, Timings: _timings, Program: _program, Passes: _passes,
    Timeline: _timeline, Raised: _raised, Printed: _printed,
    Series: _series, Table: _table, Heatmap: _heatmap, Image: _image, Note: _note,
}  # fmt: skip
