"""Experiments run to the end, as a worker runs them, for the tests of their values."""

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import jax
import pytest

from jaxlive.lab.declare.blocks import (
    AnyBlock,
    Append,
    Note,
    Passes,
    Printed,
    Program,
    Raised,
    Series,
    Stage,
    Table,
    Timeline,
    Timings,
    Values,
)
from jaxlive.lab.declare.experiment import Output
from jaxlive.lab.measure.precision import multiplying
from jaxlive.lab.measure.roofline import TOLERANCE

B = TypeVar("B", bound=AnyBlock)


class Results:
    """The last block of each kind and label; series with all their points."""

    def __init__(self, outputs: Iterable[Output]):
        self._blocks: dict[tuple[str, str], AnyBlock] = {}
        self.notes: list[str] = []
        with multiplying("float32"):
            for output in outputs:
                self._add(output)

    def _add(self, output: Output) -> None:
        if isinstance(output, Append):
            self.series(output.label).points.extend(output.points)
        elif isinstance(output, Note):
            self.notes.append(output.text)
        else:
            self._blocks[output.kind, output.label] = output

    def _get(self, kind: type[B], label: str) -> B:
        block = self._blocks[kind.model_fields["kind"].default, label]
        assert isinstance(block, kind)
        return block

    def timings(self, label: str) -> Timings:
        return self._get(Timings, label)

    def series(self, label: str) -> Series:
        return self._get(Series, label)

    def table(self, label: str) -> Table:
        return self._get(Table, label)

    def printed(self, label: str) -> Printed:
        return self._get(Printed, label)

    def raised(self, label: str) -> Raised:
        return self._get(Raised, label)

    def stages(self, label: str) -> dict[str, Stage]:
        return {stage.name: stage for stage in self._get(Program, label).stages}

    def passes(self, label: str) -> Passes:
        return self._get(Passes, label)

    def timeline(self, label: str) -> Timeline:
        return self._get(Timeline, label)

    def values(self, label: str) -> dict[str, Any]:
        return {item.name: item.data for item in self._get(Values, label).items}


def check_complete(timings: Timings) -> None:
    """What every finished comparison has: rounds, agreement, a resolution and a sentence."""
    assert timings.complete
    assert timings.rounds >= 7
    assert timings.control is not None
    assert timings.control.resolution >= 1
    assert timings.verdict.endswith(".")
    for row in timings.rows:
        assert 7 <= len(row.latency.samples_s) <= timings.rounds
        assert row.latency.min_s <= row.latency.q25_s <= row.latency.median_s <= row.latency.q75_s
        assert row.max_rel_error is not None
        assert (row.compile is not None) == (row.mode == "jit")


def check_work(timings: Timings, function: Callable[..., Any], *args: Any) -> None:
    """Each row has the FLOPs and least bytes of the function, and a time that the machine allows.

    A formula may leave out a few of the FLOPs that XLA counts, but never has more. The least bytes are those
    of arguments and result.
    """
    with jax.enable_x64(True):  # so that doubles stay doubles
        compiled = jax.jit(function).lower(*args).compile()
        moved = sum(leaf.nbytes for leaf in jax.tree.leaves((args, compiled(*args))))
    counts: Any = compiled.cost_analysis()
    counted = counts["flops"] + counts.get("transcendentals", 0)
    for row in timings.rows:
        assert row.flops is not None
        assert 0.85 * counted < row.flops < 1.01 * counted
        assert row.bytes == pytest.approx(moved, rel=0.02)
        assert row.roof_fraction is not None
        assert 0 < row.roof_fraction <= TOLERANCE


def check_mapped(stage: Stage, least: float) -> None:
    """Each line of text has an entry, and at least this share of the equations a line of Python."""
    assert len(stage.text.splitlines()) == len(stage.lines)
    assert mapped_share(stage) >= least


def mapped_share(stage: Stage) -> float:
    """Share of the equations, operations or instructions that have a line of Python; 1 of none."""
    begins = r" +\S.* = " if stage.name == "jaxpr" else r" +(ROOT )?%\S+ = "
    text = zip(stage.lines, stage.text.splitlines(), strict=True)
    lines = [line for line, content in text if re.match(begins, content)]
    return sum(line is not None for line in lines) / len(lines) if lines else 1.0
