"""The listing of optimised HLO, as `Compiled.as_text()` writes it for CPUs and GPUs."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from jaxlive.lab.declare.blocks import Stage
from jaxlive.lab.programs.listings import Lines, Origin, inherited, is_instruction, served

Tables = dict[str, dict[int, str]]

TITLES = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
METADATA = re.compile(r', metadata=\{(?P<content>(?:"[^"]*"|[^"}])*)\}')
SETTINGS = re.compile(r', frontend_attributes=\{(?:"[^"]*"|[^"}])*\}|, backend_config=.*$')
COMPUTATION = re.compile(r"(?:ENTRY )?(?P<name>%[\w.-]+) .*\{$")
FUSION = re.compile(r"\s*(?:ROOT )?%(?P<name>[\w.-]+) = .*? fusion\(")
INSTRUCTION = re.compile(r"\s*(?:ROOT )?%(?P<name>[\w.-]+) = ")
CALLS = re.compile(r", calls=(?P<name>%[\w.-]+)")
COLLECTIVE = re.compile(
    r"^\s*(?:ROOT )?%\S+ = (?P<type>\(.*?\)|\S+) (?P<name>all-reduce|all-gather|reduce-scatter|"
    r"(?:ragged-)?all-to-all|collective-permute|collective-broadcast)(?:-start)?\(",
    re.MULTILINE,
)
LAYOUT = re.compile(r"\{[^}]*\}")


class Collective(NamedTuple):
    """An instruction that moves data between devices: its name, and the type of its result."""

    name: str
    type: str


def stage(listing: str, origin: Origin, named: Mapping[str, int]) -> Stage:
    """The stage of a compiled module, without tables, metadata and settings of the backend.

    Counts the instructions, also those within fusions, and names the fusions in the order of the text.
    `named` are lines by names of operations: where the compiler merged some, it keeps names alone.
    """
    tables, body = _tables(listing)
    metadata = [found["content"] if (found := METADATA.search(line)) else "" for line in body]
    own = [origin.line(_frames(tables, content)) or _by_name(named, content) for content in metadata]
    text = [SETTINGS.sub("", METADATA.sub("", line)) for line in body]
    headers = {i: found["name"] for i, line in enumerate(text) if (found := COMPUTATION.match(line))}
    return Stage(
        name="hlo",
        text="\n".join(text),
        lines=inherited(own, served(text, headers)),
        count=sum(map(is_instruction, text)),
        counted="instructions",
        fusions=[found["name"] for line in text if (found := FUSION.match(line))],
    )


def module(stage: Stage) -> str:
    """The name of the program: `HloModule NAME, ...`."""
    return stage.text.removeprefix("HloModule ").split(",")[0].split("\n")[0]


def instructions(stage: Stage) -> dict[str, int | None]:
    """The source line of each instruction, by its name."""
    return {name: line for name, line, _ in _instructions(stage)}


def lines_within(stage: Stage, name: str) -> set[int]:
    """All source lines of an instruction and, of a fusion, of what it fuses."""
    found = {one: (line, text) for one, line, text in _instructions(stage)}
    if name not in found:
        return set()
    own, text = found[name]
    calls = CALLS.search(text)
    inner = _body(stage, calls["name"]) if calls else []
    return {line for line in (own, *inner) if line is not None}


def _instructions(stage: Stage) -> Iterator[tuple[str, int | None, str]]:
    """Name, source line and text of each instruction."""
    for text, line in zip(stage.text.splitlines(), stage.lines, strict=True):
        if found := INSTRUCTION.match(text):
            yield found["name"], line, text


def _body(stage: Stage, computation: str) -> Lines:
    """The source lines of a computation's text."""
    text = stage.text.splitlines()
    headers = (i for i, line in enumerate(text) if line.startswith(f"{computation} ("))
    start = next(headers, len(text))
    end = next((i for i in range(start, len(text)) if text[i] == "}"), start)
    return stage.lines[start:end]


def collectives(text: str) -> list[Collective]:
    """What crosses the devices in a compiled module, in the order of its text.

    A backend may write one in two instructions, a start and a done, which count once. On a GPU the start
    of some has the type of a tuple, operand and result. Not checked on GPUs.
    """
    return [Collective(found["name"], LAYOUT.sub("", found["type"])) for found in COLLECTIVE.finditer(text)]


def _by_name(named: Mapping[str, int], metadata: str) -> int | None:
    """The line of the first name that has one: op_name="one;another"."""
    names = re.search(r'op_name="([^"]*)"', metadata)
    return next((named[name] for name in names[1].split(";") if name in named), None) if names else None


def _tables(listing: str) -> tuple[Tables, list[str]]:
    """The numbered rows under each title, and all other lines."""
    tables, body = Tables(), list[str]()
    rows: dict[int, str] | None = None
    for line in listing.strip().splitlines():
        if line in TITLES:
            rows = tables.setdefault(line, {})
        elif rows is not None and (row := re.match(r"(\d+) (.*)", line)):
            rows[int(row[1])] = row[2]
        elif rows is None or line:
            rows = None
            body.append(line)
    return tables, body


def _frames(tables: Tables, metadata: str) -> Iterator[tuple[str, int]]:
    """The frames (path, line) that metadata names, innermost first: a place, or a frame and its parents.

    A parent has a smaller number than its child. jaxlib 0.8 to 0.12 write all parents one too high, so that
    the first frame seems to be its own.
    """
    if place := re.search(r'source_file="([^"]*)" source_line=(\d+)', metadata):
        yield place[1], int(place[2])
    stack, places, paths = (tables.get(title, {}) for title in ("StackFrames", "FileLocations", "FileNames"))
    too_high = 1 if "parent_frame_id=1}" in stack.get(1, "") else 0
    frame = _numbers(metadata).get("stack_frame_id", 0)
    while frame in stack:
        numbers = _numbers(stack[frame])
        location = _numbers(places.get(numbers.get("file_location_id", 0), ""))
        yield paths.get(location.get("file_name_id", 0), "").strip('"'), location.get("line", 0)
        parent = numbers.get("parent_frame_id", 0) - too_high
        frame = parent if parent < frame else 0


def _numbers(row: str) -> Mapping[str, int]:
    return {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", row)}
