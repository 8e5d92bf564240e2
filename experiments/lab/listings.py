"""Listings of programs: jaxpr, StableHLO and HLO as text, each line with its line of Python.

Pure text in, stage out. Formats as written by jax 0.10.2; a line that cannot be read maps to None.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from experiments.lab.blocks import Stage

Lines = list[int | None]
Frames = Iterable[tuple[str, int]]

EQUATION_TAIL = re.compile(r"\s+#(?: (?P<path>\S.*?):(?P<line>\d+)(?::\d+)?(?: \(.*\))?)?\s*$")
LOCATION = re.compile(r' loc\((#loc\d*|unknown|"[^"]*")\)')
METADATA = re.compile(r", metadata=\{[^}]*\}|, backend_config=.*$")
HLO_TABLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
FRAME = re.compile(r"stack_frame_id=(\d+)")


@dataclass(frozen=True)
class Origin:
    """The file whose lines count, and those of its lines that only lead to the function."""

    path: str
    callers: frozenset[int | None] = frozenset()

    def line(self, frames: Frames) -> int | None:
        """The line of the innermost of the frames (path, line) that counts."""
        return next((line for path, line in frames if path == self.path and line not in self.callers), None)


def jaxpr(listing: str, origin: Origin) -> Stage:
    """Reads pretty_print(source_info=True): an equation ends with `# path:line:column (function)`.

    The tail is empty in library functions; these equations get the line of the equation around them.
    """
    tails = [EQUATION_TAIL.search(line) for line in listing.splitlines()]
    text = [EQUATION_TAIL.sub("", line) for line in listing.splitlines()]
    places = [[(tail["path"], int(tail["line"]))] if tail and tail["path"] else [] for tail in tails]
    own = [origin.line(place) for place in places]
    equations = sum(tail is not None for tail in tails)
    return _stage("jaxpr", text, _inherited(text, own), equations, "equations")


def _inherited(text: list[str], own: Lines) -> Lines:
    """Lines with the gaps filled from around.

    A jaxpr that is used again is defined first (`let name = ... in`) and used below, so definitions are read
    from the last to the first; one with a single line of use gets that line.
    """
    lines, uses = list(own), dict[str, set[int | None]]()
    starts = [i for i, line in enumerate(text) if line.startswith(("let ", "{"))]
    for start, end in reversed(list(pairwise([*starts, len(text)]))):
        name = text[start].split()[1]
        around: list[tuple[int, int | None]] = [(-1, _single(uses.get(name, set())))]
        for i in range(start + 1, end):
            content = text[i].lstrip()
            indent, closes = len(text[i]) - len(content), content.startswith("]")
            while around[-1][0] >= indent + closes:
                around.pop()
            lines[i] = lines[i] or around[-1][1]
            around.append((indent, lines[i]))
            for word in re.findall(r"\w+", content):
                uses.setdefault(word, set()).add(lines[i])
    return lines


def stablehlo(listing: str, origin: Origin) -> Stage:
    """Reads as_text(debug_info=True): a line ends with loc(#locN), and a table of locations follows.

    Private functions come from library functions; they get the line of the call, when it is a single one.
    """
    raw = [line for line in listing.splitlines() if line.strip()]
    table = dict(line.split(" = ", 1) for line in raw if line.startswith("#loc"))
    body = [line for line in raw if not line.startswith("#loc")]
    lines: Lines = []
    around, calls = None, dict[str, set[int | None]]()
    for line in body:
        if function := re.search(r"func\.func private @(\w+)", line):
            around = _single(calls.get(function[1], set()))
        names = LOCATION.findall(line)
        lines.append((origin.line(_mlir_frames(table, names[-1])) if names else None) or around)
        for callee in re.findall(r"call @(\w+)", line):
            calls.setdefault(callee, set()).add(lines[-1])
    text = [LOCATION.sub("", line) for line in body]
    operations = sum(bool(re.search(r"\b(?:stablehlo|chlo)\.\w", line)) for line in text)
    return _stage("stablehlo", text, lines, operations, "operations")


def _mlir_frames(table: dict[str, str], name: str) -> Iterator[tuple[str, int]]:
    """Frames of a location, innermost first: `"path":line:column`, or references to other locations."""
    value = table.get(name, "")
    if place := re.match(r'loc\("(.+)":(\d+):', value):
        yield place[1], int(place[2])
    for inner in re.findall(r"#loc\d*", value):
        yield from _mlir_frames(table, inner)


def hlo(listing: str, origin: Origin) -> Stage:
    """Reads compiled HLO: metadata names a stack frame, and tables of frames, places and files precede.

    Counts the fusions, or the instructions where nothing was fused. Leaves out the tables, the metadata and
    the settings of the backend.
    """
    tables, body = _hlo_tables(listing)
    frames = [FRAME.search(line) for line in body]
    lines = [origin.line(_hlo_frames(tables, int(frame[1]))) if frame else None for frame in frames]
    text = [METADATA.sub("", line) for line in body]
    fusions = sum(" fusion(" in line for line in text)
    instructions = sum(" = " in line for line in text)
    count, counted = (fusions, "fusions") if fusions else (instructions, "instructions")
    return _stage("hlo", text, lines, count, counted)


def _hlo_tables(listing: str) -> tuple[dict[str, dict[int, str]], list[str]]:
    """The numbered rows under each title, and all other lines."""
    tables, body = dict[str, dict[int, str]](), list[str]()
    rows: dict[int, str] | None = None
    for line in listing.strip().splitlines():
        if line in HLO_TABLES:
            rows = tables.setdefault(line, {})
        elif rows is not None and (row := re.match(r"(\d+) (.*)", line)):
            rows[int(row[1])] = row[2]
        elif rows is None or line:
            rows = None
            body.append(line)
    return tables, body


def _hlo_frames(tables: dict[str, dict[int, str]], frame: int) -> Iterator[tuple[str, int]]:
    """The frame, its parent and so on: (path, line).

    A parent has a smaller number than its child. jaxlib 0.10.2 writes all parents one too high, so that the
    first frame seems to be its own.
    """
    stack, places, paths = (tables.get(title, {}) for title in ("StackFrames", "FileLocations", "FileNames"))
    too_high = 1 if "parent_frame_id=1}" in stack.get(1, "") else 0
    while frame in stack:
        numbers = _numbers(stack[frame])
        place = _numbers(places[numbers["file_location_id"]])
        yield paths[place["file_name_id"]].strip('"'), place["line"]
        frame = numbers.get("parent_frame_id", 0) - too_high


def _numbers(row: str) -> dict[str, int]:
    return {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", row)}


def _single(lines: set[int | None]) -> int | None:
    return next(iter(lines)) if len(lines) == 1 else None


def _stage(
    name: Literal["jaxpr", "stablehlo", "hlo"], text: list[str], lines: Lines, count: int, counted: str
) -> Stage:
    return Stage(name=name, text="\n".join(text), lines=lines, count=count, counted=counted)
