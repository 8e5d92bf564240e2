"""The claims of the deck, `<Claim of="jit" metric="ratios.eager/jit" at-least="1" />`, against a run.

A metric names a number; the first block that has it counts.

- `ratios.OF/OVER`: the median of this ratio of times, which may be stored the other way round.
- `values.NAME`: a single number that the code returned.
- `table.LABEL.ROW.COLUMN`: a cell; ROW is what the row's first cell says. These three hold no dot.

slides/lib/claim.ts reads the same; tests/claims.json holds for both.
"""

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from experiments.lab.blocks import AnyBlock, Table, Timings, Values

TAG = re.compile(r"<Claim\s([^>]*?)/>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
EQUAL = 1e-6
"""Numbers that agree to a part in a million are equal."""


class Claim(NamedTuple):
    """A sentence's number: of which experiment, where it is found, and what it must be."""

    of: str
    metric: str
    bounds: dict[str, float]


def claims(text: str) -> list[Claim]:
    """The claims on a page."""
    return [_claim(dict(ATTRIBUTE.findall(attributes))) for attributes in TAG.findall(text)]


def _claim(attributes: dict[str, str]) -> Claim:
    of, metric = attributes.pop("of"), attributes.pop("metric")
    return Claim(of, metric, {name: float(bound) for name, bound in attributes.items()})


def broken(claim: Claim, blocks: Sequence[AnyBlock]) -> str | None:
    """Why a claim does not hold; None when it does."""
    number = measured(blocks, claim.metric)
    if number is None:
        return f"claim: the run has no {claim.metric}"
    for name, bound in claim.bounds.items():
        if not _holds(number, name, bound):
            return f"claim: {claim.metric} is {number:.4g}, {name.replace('-', ' ')} {bound:g} was claimed"
    return None


def _holds(number: float, name: str, bound: float) -> bool:
    if name == "at-least":
        return number >= bound
    if name == "at-most":
        return number <= bound
    if name == "equals":
        return abs(number - bound) <= EQUAL * max(1.0, abs(bound))
    raise ValueError(f"a claim has 'at-least', 'at-most' or 'equals', not {name!r}")


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
    if isinstance(block, Timings):
        there = {f"{ratio.of}/{ratio.over}": ratio.median for ratio in block.ratios}
        back = {f"{ratio.over}/{ratio.of}": 1 / ratio.median for ratio in block.ratios}
        return (back | there).get(name)
    return None


def _cell(table: Table, path: list[str]) -> Any:
    if len(path) != 3 or table.label != path[0] or path[2] not in table.columns:
        return None
    row = next((row for row in table.rows if _text(row[0]) == path[1]), None)
    return row and row[table.columns.index(path[2])]


def _text(cell: Any) -> str:
    """A cell as JavaScript writes it, so that both sides find the same row."""
    return f"{cell:g}" if isinstance(cell, float) else str(cell)
