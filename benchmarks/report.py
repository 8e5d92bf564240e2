"""A table of figures, each a median with its spread, in Markdown."""

import statistics
from collections.abc import Iterable, Sequence


def quantile(samples: Sequence[float], share: float) -> float:
    """The value that this share of the samples does not exceed."""
    return sorted(samples)[min(len(samples) - 1, int(share * len(samples)))]


def row(name: str, samples: Sequence[float], unit: str = "ms", scale: float = 1e3) -> str:
    """Median, 95th and 99th percentile and most of samples in seconds."""
    figures = (statistics.median(samples), quantile(samples, 0.95), quantile(samples, 0.99), max(samples))
    return (
        f"| {name} | {len(samples)} | " + " | ".join(f"{scale * one:.3g}" for one in figures) + f" | {unit} |"
    )


def table(title: str, rows: Iterable[str], remark: str = "") -> str:
    """A section with a table."""
    head = "| figure | n | median | p95 | p99 | max | unit |\n|---|---|---|---|---|---|---|"
    return "\n".join([f"### {title}", "", head, *rows, "", remark]).rstrip() + "\n"
