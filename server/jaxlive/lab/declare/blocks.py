"""Blocks: the one vocabulary of results, from the experiment to the pixel.

A block with a label replaces the earlier block of the same kind and label in its run, so a result can
grow before the eyes of the audience. Times are in seconds, sizes in bytes, rates per second. Numbers that
are not finite travel as null, and `nulls` says so.
"""

import math
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, model_validator

Interval = tuple[float, float]
Cell = str | int | float | bool | None
Outcome = Literal["faster", "alike", "undecided"]


class Part(BaseModel):
    """A piece of a block."""

    model_config = ConfigDict(extra="forbid")


class BaseBlock(Part):
    """What all blocks share: an optional remark on nulls and on what was cut."""

    nulls: str | None = None
    cut: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _nulls_for_non_finite(cls, data: Any, info: ValidationInfo) -> Any:
        if info.mode == "json" or not isinstance(data, dict):
            return data  # what is not finite travels as null already
        found: list[str] = []
        data = _finite(data, found)
        if found:
            kinds = ", ".join(sorted(set(found)))
            data["nulls"] = f"{len(found)} number(s) were not finite ({kinds}) and are shown as null"
        return data


def _finite(data: Any, found: list[str]) -> Any:
    if isinstance(data, float) and not math.isfinite(data):
        found.append(str(float(data)))
        return None
    if isinstance(data, Part):
        return _finite(data.model_dump(), found)
    if isinstance(data, dict):
        return {key: _finite(item, found) for key, item in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(item, found) for item in data]
    return data


class ValueItem(Part):
    """One value: `text` is what Python prints, `data` the nested list when it is small."""

    name: str
    dtype: str
    shape: list[int]
    text: str
    data: Any = None


class Values(BaseBlock):
    """Named values, as the code returned them."""

    kind: Literal["values"] = "values"
    label: str
    items: list[ValueItem]


class Outliers(Part):
    """Samples beyond Tukey's fences: 1.5 (mild) or 3 (severe) quartile ranges off the quartiles."""

    low_severe: int
    low_mild: int
    high_mild: int
    high_severe: int


class Summary(Part):
    """Seconds per call over the rounds; each sample is the mean of `calls_per_sample` calls, none dropped.

    `ci95_s` is the interval of the median; the whole range of fewer than six samples.
    """

    median_s: float
    ci95_s: Interval
    q25_s: float
    q75_s: float
    min_s: float
    samples_s: list[float]
    calls_per_sample: int
    outliers: Outliers


class Compile(Part):
    """What a jitted function costs before its steady state: median seconds of repeats from empty caches."""

    repeats: int

    trace_s: float
    lower_s: float
    compile_s: float
    first_run_s: float


class Row(Part):
    """One timed variant.

    `precision` is what the library multiplies in: tf32, or the dtype; null in runs that did not tell.
    `threads` is how many the library may use, `cores_used` the processor time per second of the clock.
    `latency` is a call and a wait; `throughput` is many calls and one wait, where a call can return early.
    `inputs` are warm when every call gets the same arrays, cold when they were not in a cache.
    `roof_fraction` is the least time the machine allows over the measured median.
    """

    variant: str
    framework: Literal["numpy", "torch", "jax"]
    mode: str
    device: str
    dtype: str
    precision: str | None = None
    threads: int
    cores_used: float | None = None
    inputs: Literal["warm", "cold"] = "warm"
    latency: Summary
    throughput: Summary | None = None
    compile: Compile | None = None
    max_rel_error: float | None = None
    flops: float | None = None
    bytes: float | None = None
    roof_fraction: float | None = None


class Ratio(Part):
    """Median time of `of` over median time of `over`, in the rounds that have both.

    It may be off by the ratio `resolution`, at least 1. `outcome`: faster when the whole interval lies beyond
    the resolution and 5 %, alike when within 10 %, else undecided. `winner` is the faster one.
    """

    of: str
    over: str
    median: float
    ci95: Interval
    resolution: float
    outcome: Outcome
    winner: str | None = None


class Control(Part):
    """What the headline tells, against itself.

    `ratio` and `ci95` are those of the headline's ratio in late rounds over early ones, `drift` those of the
    times. `resolution` is the headline's. `noisy` when the run does not carry the headline.
    """

    ratio: float
    ci95: Interval
    resolution: float
    drift: float
    drift_ci95: Interval
    noisy: bool


class Timings(BaseBlock):
    """Variants timed side by side. `complete` is false while rounds are still running.

    `flags` say, each in a sentence, what weakens the numbers, first what makes them noisy; `load_average` is
    that of the minute before, `stolen` the share of processor time that other machines on this host took.
    """

    kind: Literal["timings"] = "timings"
    label: str
    rows: list[Row]
    ratios: list[Ratio] = []
    control: Control | None = None
    rounds: int = 0
    complete: bool = True
    verdict: str = ""
    flags: list[str] = []
    load_average: float | None = None
    stolen: float | None = None


StageName = Literal["python", "jaxpr", "stablehlo", "hlo"]


class Stage(Part):
    """One form of a program. `lines[i]` is the source line (in the experiment's file) of text line i.

    `count` is the number of what `counted` names; `fusions` are the names of those in an optimised program.
    """

    name: StageName
    text: str
    lines: list[int | None]
    count: int | None = None
    counted: str = "lines"
    fusions: list[str] = []


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


class Raised(BaseBlock):
    """The exception that the slide is about; `line` and `source` are those of the experiment's file."""

    kind: Literal["raised"] = "raised"
    label: str
    type: str
    message: str
    line: int | None = None
    source: str | None = None


class Printed(BaseBlock):
    """What the code printed, in order."""

    kind: Literal["printed"] = "printed"
    label: str
    lines: list[str]


class Axis(Part):
    """An axis with its unit."""

    label: str
    unit: str = ""
    scale: Literal["linear", "log"] = "linear"


class Point(Part):
    """One point of the line named `line`; `y` is null where it was not finite."""

    line: str
    x: float
    y: float | None


class Series(BaseBlock):
    """Lines over a common axis, which grow by `Append` while the run lasts."""

    kind: Literal["series"] = "series"
    label: str
    x: Axis
    y: Axis
    points: list[Point] = []


class Append(Part):
    """More points for the series of this label: not a block, but yielded like one."""

    label: str
    points: list[Point]


class Table(BaseBlock):
    """A table; units belong in the column names."""

    kind: Literal["table"] = "table"
    label: str
    columns: list[str]
    rows: list[list[Cell]]


class Heatmap(BaseBlock):
    """A value over two axes, `cells[i][j]` at `ys[i]` and `xs[j]`; a line is drawn where it is `level`."""

    kind: Literal["heatmap"] = "heatmap"
    label: str
    x: Axis
    y: Axis
    value: Axis
    xs: list[float]
    ys: list[float]
    cells: list[list[float | None]]
    level: float | None = None


class Image(BaseBlock):
    """A PNG, base64, with its text alternative."""

    kind: Literal["image"] = "image"
    label: str
    png: str
    alt: str


class Note(BaseBlock):
    """One sentence computed from the results."""

    kind: Literal["note"] = "note"
    text: str


AnyBlock = Values | Timings | Program | Raised | Printed | Series | Table | Heatmap | Image | Note
Block = Annotated[AnyBlock, Field(discriminator="kind")]
