"""What a comparison says, in a sentence or two."""

from collections.abc import Sequence

from jaxlive.lab.declare.blocks import Ratio, Row


def verdict(rows: Sequence[Row], ratios: Sequence[Ratio]) -> str:
    """The first ratio in words, or the time of each variant."""
    return in_words(ratios[0]) if ratios else " ".join(_median_in_words(row) for row in rows)


def in_words(ratio: Ratio) -> str:
    """The faster variant first; else whether they are alike, or the run cannot tell."""
    if ratio.winner == ratio.of:
        ratio = _turned(ratio)
    low, high = ratio.ci95
    interval = f"(95 % interval {_short(low)} to {_short(high)})"
    if ratio.outcome == "alike":
        return f"{ratio.over} is not faster than {ratio.of}: {_short(ratio.median)} times {interval}."
    if ratio.outcome == "undecided":
        return f"This run can't tell {ratio.over} from {ratio.of}: {_short(ratio.median)} times {interval}."
    return f"{ratio.over} is {_short(ratio.median)} times as fast as {ratio.of} {interval}."


def _median_in_words(row: Row) -> str:
    return f"{row.variant} takes {row.latency.median_s * 1e3:.3g} ms."


def _turned(ratio: Ratio) -> Ratio:
    low, high = ratio.ci95
    turned = {"of": ratio.over, "over": ratio.of, "median": 1 / ratio.median, "ci95": (1 / high, 1 / low)}
    return ratio.model_copy(update=turned)


def _short(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 2 else f"{ratio:.2f}"
