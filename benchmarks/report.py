"""A table of figures, each a median with its spread, in Markdown."""

from collections.abc import Iterable, Sequence

import numpy as np


def row(name: str, samples: Sequence[float], unit: str = "ms", scale: float = 1e3) -> str:
    """Median, 95th and 99th percentile and most of samples in seconds."""
    figures = np.quantile(samples, [0.5, 0.95, 0.99, 1])
    return (
        f"| {name} | {len(samples)} | " + " | ".join(f"{scale * one:.3g}" for one in figures) + f" | {unit} |"
    )


def table(title: str, rows: Iterable[str], remark: str = "") -> str:
    """A section with a table of such rows."""
    return section(title, ["figure", "n", "median", "p95", "p99", "max", "unit"], rows, remark)


def section(title: str, columns: Sequence[str], rows: Iterable[str], remark: str = "") -> str:
    """A section with a table."""
    head = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return "\n".join([f"### {title}", "", *head, *rows, "", remark]).rstrip() + "\n"
