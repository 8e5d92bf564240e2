"""The listing of a jaxpr, with the source map of JAX's own pretty-printer."""

import re
from collections.abc import Sequence

from jaxlive.lab.declare.blocks import Stage
from jaxlive.lab.programs.listings import Frames, Origin, inherited

Segment = tuple[int, int, Frames]
"""Bytes of a line, from and to, and the stack of the equation that they belong to, innermost first."""

NAMED = r"let (\w+) = \{"
REFERENCE = r"(?<!= )(?<!name=)\b\w+\b(?!=)"
"""Not a word after "= ", which is a primitive, nor one after "name=", a label, nor one before "=", a key."""


def stage(listing: str, found: Sequence[Sequence[Segment]], equations: int, origin: Origin) -> Stage:
    """The stage of a jaxpr, whose listing has these segments in each line.

    The equations of a library function that is jitted itself have frames of that library alone; they get
    the line of the equation around them, or of the first that uses the jaxpr: that one traced it.
    """
    lines, segments = _aligned(listing, found)
    own = [origin.line(_frames(line, parts)) for line, parts in zip(lines, segments, strict=True)]
    mapped = inherited(own, _parents(lines))
    return Stage(name="jaxpr", text="\n".join(lines), lines=mapped, count=equations, counted="equations")


def _aligned(listing: str, found: Sequence[Sequence[Segment]]) -> tuple[list[str], list[Sequence[Segment]]]:
    """Lines of text, and the segments of each.

    A parameter that prints itself on many lines is one line to the source map; its further lines are
    indented here, and belong to the same equation.
    """
    lines: list[str] = []
    segments: list[Sequence[Segment]] = []
    rest = listing.encode() + b"\n"
    for parts in found:
        end = rest.find(b"\n", parts[-1][1] if parts else 0)
        if end < 0:
            break
        first, *more = rest[:end].decode().splitlines() or [""]
        margin = " " * (len(first) - len(first.lstrip()) + 2)
        lines += [first, *(margin + line for line in more)]
        segments += [parts, *([parts[:1]] * len(more))]
        rest = rest[end + 1 :]
    unread = rest.decode().splitlines()
    return [*lines, *unread], [*segments, *[()] * len(unread)]


def _frames(line: str, segments: Sequence[Segment]) -> Frames:
    """The stack of the equation that begins in the line, or else continues there."""
    begun = (frames for start, end, frames in segments if b" = " in line.encode()[start:end])
    return next(begun, segments[0][2] if segments else ())


def _parents(lines: Sequence[str]) -> list[int | None]:
    """For each line the one around it by indentation; for a named jaxpr the first line that uses it."""
    users = _users(lines)
    parents: list[int | None] = []
    around: list[tuple[int, int | None]] = [(-1, None)]
    for i, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if line.startswith(("let ", "{")):
            around = [(-1, users.get(i))]
        closes = line.lstrip().startswith("]")
        while around[-1][0] >= indent + closes:
            around.pop()
        parents.append(around[-1][1])
        around.append((indent, i))
    return parents


def _users(lines: Sequence[str]) -> dict[int, int]:
    """For the first line of each named jaxpr (`let name = {`), the first line that refers to it.

    A parameter that prints itself names its jaxprs anew, without the number that tells equal names apart.
    """
    names = {found[1]: i for i, line in enumerate(lines) if (found := re.match(NAMED, line))}
    users: dict[str, int] = {}
    for i, line in enumerate(lines):
        if i not in names.values():
            for word in re.findall(REFERENCE, line):
                users.setdefault(word, i)
    anew = {name.rstrip("0123456789"): name for name in names if name not in users}
    for i, line in enumerate(lines):
        for found in re.findall(r".+let (\w+) = \{", line):
            if found in anew:
                users.setdefault(anew[found], i)
    return {header: users[name] for name, header in names.items() if name in users}
