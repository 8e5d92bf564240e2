"""A wrong number beside the right one: how far off it is, in a row and in words."""

from collections.abc import Generator, Mapping
from typing import Any

from jaxlive import Cell, Note, Output, Variant, Work, compare, median_s
from jaxlive.lab.measure.control import MARGIN

COLUMNS = ["trap", "wrong", "right", "unit", "so it is"]
Row = list[Cell]


def beside(  # noqa: PLR0913
    trap: str,
    sides: Mapping[str, Variant],
    *,
    reference: Any,
    says: str,
    calls: int = 1,
    work: Work | None = None,
) -> Generator[Output, None, Row]:
    """Time the first of two variants, which is the wrong way, against the second; return their row.

    The time of the first is taken for that of so many `calls`. `says` is the note; it has {off}.
    Raises what `compare` does.
    """
    wrong, right = sides
    timings = yield from compare(
        trap, sides, reference=reference, of=right, over=wrong, work=work, budget_s=0.5
    )
    times = median_s(timings, wrong) / calls, median_s(timings, right)
    differ = calls > 1 or timings.ratios[0].outcome == "faster"
    told = off(*times) if differ else "right within the noise"
    yield Note(text=says.format(off=told))
    return in_ms(trap, *times, told)


def in_ms(trap: str, wrong: float, right: float, told: str) -> Row:
    """The row of two times, given in seconds, and what is told of them."""
    return [trap, wrong * 1e3, right * 1e3, "ms a call", told]


def off(wrong: float, right: float, below: str = "too fast", above: str = "too slow") -> str:
    """By which factor a number is wrong, in words; within 5 % it is not."""
    factor = max(wrong / right, right / wrong)
    if factor <= MARGIN:
        return "right within 5 %"
    rounded = f"{factor:,.0f}" if factor >= 10 else f"{factor:.1f}"
    return f"{rounded} times {below if wrong < right else above}"
