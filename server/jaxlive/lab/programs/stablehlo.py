"""The listing of StableHLO with its locations, as `Lowered.as_text(debug_info=True)` writes it."""

import re
from collections.abc import Iterator, Mapping, Sequence

from jaxlive.lab.declare.blocks import Stage
from jaxlive.lab.programs.listings import Lines, Origin, inherited, is_instruction, served

LOCATION = re.compile(r' loc\((?P<place>(?:"[^"]*"|[^()"]|\([^()]*\))*)\)')
FUNCTION = re.compile(r"func\.func .*?(?P<name>@[\w.-]+)")


def stage(listing: str, origin: Origin) -> Stage:
    """The stage of a module: a line ends with its location, which mostly refers to a table beside it.

    Counts the operations that give a value, also those within loops and private functions.
    """
    table = _table(listing)
    body = [line for line in listing.splitlines() if line.strip() and not line.startswith("#loc")]
    text = [LOCATION.sub("", line) for line in body]
    own = [origin.line(_frames(table, _place(line))) for line in body]
    headers = {i: found["name"] for i, line in enumerate(text) if (found := FUNCTION.search(line))}
    return Stage(
        name="stablehlo",
        text="\n".join(text),
        lines=inherited(_with_openings(text, own), served(text, headers)),
        count=sum(map(is_instruction, text)),
        counted="operations",
    )


def named_lines(listing: str, origin: Origin) -> dict[str, int]:
    """The line of Python of each name of an operation that stands for a single line."""
    table = _table(listing)
    lines: dict[str, set[int | None]] = {}
    for place in table.values():
        if name := re.match(r'loc\("([^"]*)"\(', place):
            lines.setdefault(name[1], set()).add(origin.line(_frames(table, place)))
    return {name: line for name, (line, *others) in lines.items() if line and not others}


def _table(listing: str) -> dict[str, str]:
    """The locations by the names that lines refer to them with."""
    rows = (line.split(" = ", 1) for line in listing.splitlines() if re.match(r"#loc\d* = ", line))
    return dict(rows)


def _place(line: str) -> str:
    """The location that ends the line; those further in belong to arguments."""
    return next((found["place"] for found in LOCATION.finditer(line) if found.end() == len(line)), "")


def _frames(table: Mapping[str, str], place: str) -> Iterator[tuple[str, int]]:
    """Frames of a location, innermost first: `"path":line:column`, or references to other locations."""
    if found := re.search(r'"([^"]+)":(\d+):', place):
        yield found[1], int(found[2])
    for name in re.findall(r"#loc\d*", place):
        yield from _frames(table, table.get(name, ""))


def _with_openings(text: Sequence[str], own: Sequence[int | None]) -> Lines:
    """An operation with regions has its location at its closing brace: its first line gets it too."""
    lines, open_at = list(own), dict[int, int]()
    for i, line in enumerate(text):
        indent = len(line) - len(line.lstrip())
        if is_instruction(line):
            open_at[indent] = i
        elif line.lstrip().startswith("}") and indent in open_at:
            lines[open_at[indent]] = lines[open_at[indent]] or lines[i]
    return lines
