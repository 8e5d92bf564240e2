"""Variants timed side by side.

The protocol: compile apart; agree with a float64 reference; two discarded calls; calls per sample calibrated
to 5 ms, and each waited for; rounds that hold every variant once, in seeded random order, with the garbage
collector off; the first variant once more as the control; medians, and ratios with an interval over rounds;
nothing above the roof of the machine. docs/protocol.md has the sources of each step.
"""

from collections.abc import Generator, Mapping, Sequence
from statistics import median
from time import perf_counter
from typing import Any

from experiments.lab.agreement import check_placed, check_precisions, max_rel_error
from experiments.lab.blocks import Ratio, Row, Timings
from experiments.lab.environment import load_average
from experiments.lab.noise import flags
from experiments.lab.precision import in_force
from experiments.lab.roofline import Work, roof_fraction
from experiments.lab.sampling import Contestant, calibrate, check_waited, rounds
from experiments.lab.statistics import compare_medians, judge_control, summarize
from experiments.lab.variants import Variant, platforms
from experiments.lab.verdict import verdict

SECONDS_BETWEEN_FRAMES = 0.25


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
    Calls too slow for the budget are still timed in six rounds.
    Raises Disagreement for a wrong result or unlike precision, Misplaced for another device, NotWaitedFor
    for a variant whose clock would stop early, AboveRoof for a time that cannot be.
    """
    load = load_average()
    contestants = _prepare(variants, reference, tolerance)
    again = contestants[0].again()
    shown, done = 0.0, 0
    for done in rounds([*contestants, again], budget_s):
        if perf_counter() - shown > SECONDS_BETWEEN_FRAMES:
            so_far = [_row(contestant, None) for contestant in contestants]
            yield Timings(label=label, rows=so_far, rounds=done, complete=False)
            shown = perf_counter()
    ratios = _ratios(contestants, of, over)
    control = judge_control(contestants[0].samples, again.samples)
    rows = [_row(contestant, work) for contestant in contestants]
    complete = Timings(
        label=label,
        rows=rows,
        ratios=ratios,
        control=control,
        rounds=done,
        verdict=verdict(rows, ratios),
        flags=flags(rows, control, done, load),
        load_average=load,
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


def _ratios(contestants: Sequence[Contestant], of: str | None, over: str | None) -> list[Ratio]:
    samples = {contestant.name: contestant.samples for contestant in contestants}
    if over not in samples:
        return []
    others = sorted((name for name in samples if name != over), key=lambda name: name != of)
    return [compare_medians(name, over, samples) for name in others]


def _row(contestant: Contestant, work: Work | None) -> Row:
    variant, calls = contestant.variant, contestant.calls_per_sample
    precision = in_force(variant.framework, variant.device, contestant.dtype)
    latency = summarize(contestant.samples, calls)
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
