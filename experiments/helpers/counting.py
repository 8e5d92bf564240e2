"""FLOPs and bytes by formula beside the compiler's own count of the compiled function."""

import math
from typing import Any

from jax.stages import Wrapped

from jaxlive import Cell, Cost, Work
from jaxlive.lab.programs.stages import cost

COLUMNS = ["function", "MFLOP by formula", "by XLA", "ratio", "bytes ratio", "believe"]
CLOSE = 0.02
LOST = 0.01


def count(name: str, function: Wrapped, work: Work, *args: Any, steps: int = 1) -> list[Cell]:
    """A row for `COLUMNS`; `args` may be shapes (jax.ShapeDtypeStruct), `steps` are those of a loop."""
    xla = cost(function, *args) or Cost()
    flops, moved = _over(xla.flops, work.flops), _over(xla.bytes, work.bytes)
    return [name, work.flops / 1e6, _over(xla.flops, 1e6), flops, moved, believe(work, xla, steps)]


def believe(work: Work, xla: Cost, steps: int = 1) -> str:
    """Which count to believe, and why: what might explain the compiler's is tried in turn."""
    if xla.flops is None:
        return "formula: XLA does not tell"
    moved = _over(xla.bytes, work.bytes) or 0
    explanations = {
        "either: they agree": _close(xla.flops, work.flops) and moved <= 1 + CLOSE,
        f"either, but it moves {moved:.1f} times the bytes": _close(xla.flops, work.flops),
        "formula: XLA counts sin and cos apart": _close(xla.flops + work.transcendentals, work.flops),
        "formula: XLA counts the loop's body once": _close(xla.flops * steps, work.flops),
        "formula: XLA does not see into the library call": xla.flops < LOST * work.flops,
        "formula: XLA counts other operations": True,
    }
    return next(explanation for explanation, fits in explanations.items() if fits)


def _over(counted: float | None, formula: float) -> float | None:
    return None if counted is None else counted / formula


def _close(counted: float, formula: float) -> bool:
    return math.isclose(counted, formula, rel_tol=CLOSE)
