"""What the compiler makes of a function: its stages, its passes, and a timeline of calls."""

from typing import Literal

from pydantic import Field

from jaxlive.lab.declare.blocks.parts import BaseBlock, Part

StageName = Literal["python", "jaxpr", "stablehlo", "hlo", "llvm", "assembly", "ptx"]


class Stage(Part):
    """One form of a program. `lines[i]` is the source line (in the experiment's file) of text line i.

    `count` is the number of what `counted` names; `fusions` are the names of those in an optimised program.
    """

    name: StageName
    text: str
    lines: list[int | None]
    count: int | None = None
    counted: str = "lines"
    fusions: list[str] = Field([])


class Cost(Part):
    """The compiler's own estimate."""

    flops: float | None = None
    bytes: float | None = None
    peak_memory_bytes: float | None = None


class Program(BaseBlock):
    """A function in the stages it passes through on the way to the machine."""

    kind: Literal["program"] = "program"
    label: str
    stages: list[Stage]
    cost: Cost | None = None


class Change(Part):
    """A unified difference without its headers: each line of `text` begins with a space, +, - or @.

    `lines[i]` is the source line (in the experiment's file) of text line i.
    """

    text: str
    lines: list[int | None]


class Pass(Part):
    """One pass over the program, with what the program counts after it.

    `change` is null where the text stayed as it was, apart from metadata and settings of the backend.
    """

    pipeline: str
    name: str
    instructions: int
    fusions: int
    change: Change | None = None


class Passes(BaseBlock):
    """XLA's passes over a function's HLO, in the order they ran, from the first text to the last.

    `compile_s` is the time of the compilation that wrote down every pass, `plain_s` that of one that did not;
    each was measured once. `remark` says what is missing, and why.
    """

    kind: Literal["passes"] = "passes"
    label: str
    python: Stage
    first: Stage | None
    last: Stage | None
    passes: list[Pass]
    compile_s: float | None
    plain_s: float
    remark: str | None = None


class Event(Part):
    """What ran from `start_s` for `duration_s`, within `depth` others.

    `hlo` is the name of the HLO instruction that ran, `line` its source line (in the experiment's file).
    """

    name: str
    start_s: float
    duration_s: float
    depth: int
    hlo: str | None = None
    line: int | None = None


class Lane(Part):
    """A thread, or a stream of a GPU: its events in the order of their start."""

    name: str
    events: list[Event]


class Timeline(BaseBlock):
    """What ran when in `calls` calls in a row, seconds from the start of the first; never a timing.

    A traced call takes longer: `traced_s` is its median, `plain_s` that without the trace. `busy` is the
    share of the time from the first call's start to the last one's end in which an HLO instruction ran; null
    where none was told. `profile` is the whole trace, gzip in base64, for ui.perfetto.dev; null where it is
    too big. `remark` says what is left out or missing, and why.
    """

    kind: Literal["timeline"] = "timeline"
    label: str
    python: Stage
    lanes: list[Lane]
    calls: int
    traced_s: float | None
    plain_s: float
    busy: float | None = None
    profile: str | None = None
    remark: str | None = None
