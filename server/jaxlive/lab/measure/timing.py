"""Variants timed side by side.

The protocol: compile apart; agree with a float64 reference; two discarded calls; calls per sample calibrated
to 2 ms, and each waited for; rounds of all variants in seeded random order, with the garbage collector off,
until the run can tell what is asked of it or its budget is spent; medians, and ratios with an interval and a
resolution; nothing above the roof of the machine. docs/protocol.md has the sources of each step.
"""

from collections.abc import Collection, Generator, Mapping, Sequence
from statistics import median
from time import perf_counter
from typing import Any

from jaxlive.lab.declare.blocks import Row, Timings
from jaxlive.lab.declare.environment import load_average, machine_cores, stolen_s
from jaxlive.lab.measure.agreement import check_placed, check_precisions, max_rel_error
from jaxlive.lab.measure.comparison import Asked, asking
from jaxlive.lab.measure.control import ByRound, compare_medians, judge_control
from jaxlive.lab.measure.medians import summarize
from jaxlive.lab.measure.noise import flags
from jaxlive.lab.measure.precision import in_force
from jaxlive.lab.measure.roofline import Work, roof_fraction
from jaxlive.lab.measure.sampling import Contestant, calibrate, check_waited, rounds
from jaxlive.lab.measure.variants import Variant, platforms
from jaxlive.lab.measure.verdict import verdict

SECONDS_BETWEEN_FRAMES = 0.25
FINE = 1.03
"""A resolution that is good enough to stop at, once the headline is decided."""


def compare(  # noqa: PLR0913
    label: str,
    variants: Mapping[str, Variant],
    *,
    reference: Any,
    of: str | None = None,
    over: str | None = None,
    work: Work | None = None,
    tolerance: float | None = None,
    budget_s: float = 2.0,
) -> Generator[Timings, None, Timings]:
    """Time variants against each other: yield growing Timings, then the complete one, and return it.

    The ratios are other variants' times over the time of `over`, that of `of` first; none where `over` is
    not among the variants. `reference` is the result in float64. `work` is what the formula needs at least.
    Calls too slow for the budget are still timed in seven rounds.
    Raises Disagreement for a wrong result or unlike precision, Misplaced for another device, NotWaitedFor
    for a variant whose clock would stop early, AboveRoof for a time that cannot be.
    """
    if asking.get():
        raise Asked(variants)
    load = load_average()
    contestants = _prepare(variants, reference, tolerance)
    samples = {contestant.name: contestant.samples for contestant in contestants}
    pairs = _pairs(samples, of, over)
    start, stolen_before = perf_counter(), stolen_s()
    shown, done = 0.0, 0
    for done in rounds(contestants, pairs[0] if pairs else (), budget_s, lambda: _is_enough(samples, pairs)):
        if perf_counter() - shown > SECONDS_BETWEEN_FRAMES:
            so_far = [_row(contestant, None) for contestant in contestants]
            yield Timings(label=label, rows=so_far, rounds=done, complete=False)
            shown = perf_counter()
    stolen = (stolen_s() - stolen_before) / (perf_counter() - start) / machine_cores()
    ratios = [compare_medians(*pair, samples) for pair in pairs]
    control = judge_control(samples, ratios[0] if ratios else None)
    rows = [_row(contestant, work) for contestant in contestants]
    complete = Timings(
        label=label,
        rows=rows,
        ratios=ratios,
        control=control,
        rounds=done,
        verdict=verdict(rows, ratios),
        flags=flags(rows, ratios, control, load, stolen),
        load_average=load,
        stolen=stolen,
    )
    yield complete
    return complete


def last(timings: Generator[Timings, None, Timings]) -> Timings:
    """The complete Timings of a comparison that is not shown while it runs."""
    for shown in timings:
        complete = shown
    return complete


def median_s(timings: Timings, variant: str) -> float:
    """Median seconds per call of a variant."""
    return next(row.latency.median_s for row in timings.rows if row.variant == variant)


def first_call_s(timings: Timings, variant: str) -> float:
    """Seconds that the first call of a jitted variant takes: traced, lowered, compiled and run once."""
    split = next(row.compile for row in timings.rows if row.variant == variant and row.compile)
    return split.trace_s + split.lower_s + split.compile_s + split.first_run_s


def _prepare(variants: Mapping[str, Variant], reference: Any, tolerance: float | None) -> list[Contestant]:
    """Compile all, as that clears JAX's caches; then check, warm up and calibrate one after the other."""
    compiled = {name: variant.compile() for name, variant in variants.items() if variant.compile}
    contestants, precisions = [], {}
    for name, variant in variants.items():
        with variant.scope():
            called = variant.call()
            result = variant.leaves(called)
        check_placed(name, platforms(called), variant.device)
        dtype = str(result[0].dtype)
        precisions[name] = in_force(variant.framework, variant.device, dtype)
        error = max_rel_error(name, result, reference, tolerance, precisions[name] == "tf32")
        calls = calibrate(variant)
        check_waited(name, variant, calls)
        contestants.append(Contestant(name, variant, dtype, error, compiled.get(name), calls))
    check_precisions(precisions)
    return contestants


def _pairs(names: Collection[str], of: str | None, over: str | None) -> list[tuple[str, str]]:
    """The ratios that are told: of every other variant over `over`, that of `of` first, the headline."""
    if over is None or over not in names:
        return []
    others = [name for name in names if name != over]
    return [(name, over) for name in sorted(others, key=lambda name: name != of)]


def _is_enough(samples: Mapping[str, ByRound], pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether the headline is decided, at a resolution that more rounds need not better."""
    control = judge_control(samples, compare_medians(*pairs[0], samples) if pairs else None)
    return control.resolution <= FINE and not control.noisy


def _row(contestant: Contestant, work: Work | None) -> Row:
    variant, calls = contestant.variant, contestant.calls_per_sample
    precision = in_force(variant.framework, variant.device, contestant.dtype)
    latency = summarize(list(contestant.samples.values()), calls)
    row = Row(
        variant=contestant.name,
        framework=variant.framework,
        mode=variant.mode,
        device=variant.device,
        dtype=contestant.dtype,
        precision=precision,
        threads=variant.threads,
        cores_used=median(contestant.cores),
        inputs=variant.inputs,
        latency=latency,
        throughput=summarize(contestant.queued, calls) if contestant.queued else None,
        compile=contestant.compiled,
        max_rel_error=contestant.error,
    )
    if work is None:
        return row
    fraction = roof_fraction(contestant.name, work, variant.device, precision, latency.median_s)
    return row.model_copy(update={"flops": work.flops, "bytes": work.bytes, "roof_fraction": fraction})
