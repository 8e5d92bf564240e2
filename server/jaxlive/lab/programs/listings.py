"""Listings of programs: text with, for each line, the line of Python that it came from.

The files `jaxpr`, `stablehlo` and `hlo` read one format each; what they share is here. Pure data in, stage
out: a line that cannot be read maps to None, and nothing raises. jax.experimental.source_mapper reads the
same listings but keeps the innermost frame alone, which is often one of a library.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Lines = list[int | None]
Frames = Iterable[tuple[str, int]]

NAME = re.compile(r"[%@][\w.-]+")


@dataclass(frozen=True)
class Origin:
    """The file whose lines count, and those of its lines that only lead to the function."""

    path: str
    callers: frozenset[int | None] = frozenset()

    def line(self, frames: Frames) -> int | None:
        """The line of the innermost of the frames (path, line) that counts."""
        return next((line for path, line in frames if path == self.path and line not in self.callers), None)


def inherited(own: Sequence[int | None], parents: Sequence[int | None]) -> Lines:
    """Own lines, with gaps filled from the parent, its parent and so on; `parents` are indices of lines."""
    lines: Lines = []
    for start in range(len(own)):
        at: int | None = start
        visited: set[int] = set()
        while at is not None and own[at] is None and at not in visited:
            visited.add(at)
            at = parents[at]
        lines.append(None if at is None else own[at])
    return lines


def served(text: Sequence[str], headers: Mapping[int, str]) -> list[int | None]:
    """For each line the one that it serves: the next that uses its value, else the first that calls it.

    `headers` names the function that begins at a line; values look like %name, functions like @name or
    %name. So a constant belongs to its use, and what a library function does to its call.
    """
    callers = _callers(text, headers)
    uses: dict[str, int] = {}
    parents: list[int | None] = []
    for i in reversed(range(len(text))):
        names = NAME.findall(text[i])
        value = names[0] if is_instruction(text[i]) and " parameter(" not in text[i] else ""
        parents.append(uses.get(value, callers[i]))
        uses.update(dict.fromkeys(names, i))
        if i in headers:  # names of values are those of one function
            uses.clear()
    return parents[::-1]


def _callers(text: Sequence[str], headers: Mapping[int, str]) -> list[int | None]:
    """For each line the first line that names the function around it; None between functions."""
    named: dict[str, int] = {}
    for i, line in enumerate(text):
        for name in () if i in headers else NAME.findall(line):
            named.setdefault(name, i)
    callers: list[int | None] = []
    caller = None
    for i, line in enumerate(text):
        caller = named.get(headers[i]) if i in headers else caller
        callers.append(caller if line else None)
    return callers


def is_instruction(line: str) -> bool:
    """Whether a line of StableHLO or HLO gives a value a name: `%name = ...`."""
    return re.match(r"\s*(ROOT )?%[\w.-]+(:\d+)? = ", line) is not None
