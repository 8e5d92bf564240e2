"""The claims of the deck, `<Claim of="jit" metric="ratios.eager/jit" at-least="1" />`, against a run.

A metric names a number; the first block that has it counts.

- `ratios.OF/OVER`: the median of this ratio of times, which may be stored the other way round.
- `values.NAME`: a single number that the code returned.
- `table.LABEL.ROW.COLUMN`: a cell; ROW is what the row's first cell says. These three hold no dot.
- `series.LABEL.LINE.X`: y of the point that a line has at X.

A ratio that its run cannot tell (docs/protocol.md) carries no claim, whatever its number is.

addons/jaxlive/runs/claim.ts reads the same; tests/claims.json holds for both.
"""

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict

from jaxlive.lab.declare.blocks import AnyBlock, Cell, Series, Table, Timings, Values

EQUAL = 1e-6
"""Numbers that agree to a part in a million are equal."""
Bound = Literal["at-least", "at-most", "equals"]
WORDS: dict[Bound, str] = {"at-least": "at least", "at-most": "at most", "equals": "exactly"}


class Claim(BaseModel):
    """A sentence's number: of which experiment, where it is found, and what it must be."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    of: str
    metric: str
    bounds: dict[Bound, float] = {}


def broken(claim: Claim, blocks: Sequence[AnyBlock]) -> str | None:
    """Why a claim does not hold; None when it does."""
    number = measured(blocks, claim.metric)
    if number is None:
        return f"claim: the run has no {claim.metric}"
    for name, bound in claim.bounds.items():
        if not _holds(number, name, bound):
            return f"claim: {claim.metric} is {number:.4g}, the slide says {WORDS[name]} {text(bound)}"
    if claim.bounds and undecided(blocks, claim.metric):
        return f"claim: the run leaves {claim.metric} undecided"
    return None


def undecided(blocks: Sequence[AnyBlock], metric: str) -> bool:
    """Whether a metric is a ratio that its run cannot tell."""
    for block in blocks:
        for ratio in block.ratios if isinstance(block, Timings) else ():
            if metric in (f"ratios.{ratio.of}/{ratio.over}", f"ratios.{ratio.over}/{ratio.of}"):
                return ratio.outcome == "undecided"
    return False


def _holds(number: float, name: Bound, bound: float) -> bool:
    if name == "at-least":
        return number >= bound
    if name == "at-most":
        return number <= bound
    return abs(number - bound) <= EQUAL * max(1.0, abs(bound))


def measured(blocks: Sequence[AnyBlock], metric: str) -> float | None:
    """The number that a metric names; None when no block has it."""
    kind, *path = metric.split(".")
    for block in blocks:
        kind_of_block = "ratios" if isinstance(block, Timings) else block.kind
        found = _within(block, path) if kind == kind_of_block else None
        if isinstance(found, int | float) and not isinstance(found, bool) and math.isfinite(found):
            return found
    return None


def _within(block: AnyBlock, path: list[str]) -> Any:
    name = ".".join(path)
    if isinstance(block, Values):
        return next((item.data for item in block.items if item.name == name), None)
    if isinstance(block, Table):
        return _cell(block, path)
    if isinstance(block, Series):
        return next((p.y for p in block.points if f"{block.label}.{p.line}.{text(p.x)}" == name), None)
    if isinstance(block, Timings):
        there = {f"{ratio.of}/{ratio.over}": ratio.median for ratio in block.ratios}
        back = {f"{ratio.over}/{ratio.of}": 1 / ratio.median for ratio in block.ratios}
        return (back | there).get(name)
    return None


def _cell(table: Table, path: list[str]) -> Any:
    if len(path) != 3 or table.label != path[0] or path[2] not in table.columns:
        return None
    row = next((row for row in table.rows if text(row[0]) == path[1]), None)
    return row and row[table.columns.index(path[2])]


def text(cell: Cell) -> str:
    """A cell as JavaScript writes it, so that both sides find the same row."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return str(cell).lower()
    number = math.nan if cell is None else float(cell)  # an integer beyond 2**53 is rounded there too
    if not math.isfinite(number):
        return "null"  # as JSON has it
    if number == 0:
        return "0"
    if 1e-6 <= abs(number) < 1e21:
        return np.format_float_positional(number, trim="-")
    return np.format_float_scientific(number, trim="-", exp_digits=1)


def interval(blocks: Sequence[AnyBlock], metric: str) -> tuple[float, float] | None:
    """The 95 % interval of a metric that is a ratio of times; other metrics have none."""
    for block in blocks:
        for ratio in block.ratios if isinstance(block, Timings) else ():
            low, high = ratio.ci95
            if metric == f"ratios.{ratio.of}/{ratio.over}":
                return low, high
            if metric == f"ratios.{ratio.over}/{ratio.of}":
                return 1 / high, 1 / low
    return None
