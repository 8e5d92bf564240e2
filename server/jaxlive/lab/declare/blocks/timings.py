"""Variants timed side by side, and what their medians tell."""

from typing import Literal

from pydantic import Field

from jaxlive.lab.declare.blocks.parts import BaseBlock, Interval, Part

Outcome = Literal["faster", "alike", "undecided"]


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
    ratios: list[Ratio] = Field([])
    control: Control | None = None
    rounds: int = 0
    complete: bool = True
    verdict: str = ""
    flags: list[str] = Field([])
    load_average: float | None = None
    stolen: float | None = None
