"""What runs when during some calls of a function, as the profiler tells it; never a timing."""

from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

import jax
from jax.stages import Wrapped

from jaxlive.lab.declare.blocks import Timeline
from jaxlive.lab.measure.variants import current_platform
from jaxlive.lab.programs import hlo, xla
from jaxlive.lab.programs.functions import plain, python
from jaxlive.lab.programs.lanes import SourceLines, busy, lanes, longest, within
from jaxlive.lab.programs.stages import lowered_anew, optimised_stage
from jaxlive.lab.programs.xla import Trace, Untold

CALLS = 3
MOST_EVENTS = 2000
PROFILE_BYTES = 2**18
CALL = "call"
Call = Callable[..., Any]


def timeline(function: Call, *args: Any, label: str | None = None) -> Iterator[Timeline]:
    """Three calls of a function for these arguments, each awaited, after one that compiles.

    Instructions of a function that `jax.jit` made have lines of Python; those that run one by one have none.
    Where the profiler tells nothing, the block has no lanes and says why.
    """
    inner = plain(function)
    call, lines = _prepared(function, *args)
    jax.block_until_ready(call(*args))
    before = [_spent(call, *args) for _ in range(CALLS)]
    during: list[float] = []

    def work() -> None:
        for _ in range(CALLS):
            with jax.profiler.TraceAnnotation(CALL):
                during.append(_spent(call, *args))

    block = Timeline(
        label=label or inner.__name__,
        python=python(inner),
        lanes=[],
        calls=CALLS,
        traced_s=None,
        plain_s=median(before),
    )
    try:
        fill(block, xla.traced(work), lines)
        block.traced_s = median(during)
    except Untold as untold:
        block.remark = str(untold)
    yield block


def fill(block: Timeline, trace: Trace, lines: SourceLines) -> None:
    """Put what the profiler told during the calls into the block, the longest events of many.

    Raises Untold where it told not even of the calls.
    """
    calls = [event for _, events in trace.threads for event in events if event.name == CALL]
    if not calls:
        raise Untold(f"The profiler of JAX {jax.__version__} told nothing of these calls")
    begin, end = calls[0].start_ns, calls[-1].start_ns + calls[-1].duration_ns
    threads = within(trace.threads, begin, end)
    block.busy = busy(threads, begin, end)
    block.lanes, left_out = longest(lanes(threads, begin, lines), MOST_EVENTS)
    block.profile = trace.profile if len(trace.profile or "") <= PROFILE_BYTES else None
    remarks = {
        "No HLO instruction is told of: the driver may keep that from ordinary users.": block.busy is None,
        f"{left_out:,} shorter events are left out.": left_out,
        "The whole trace is too big to come along.": trace.profile and not block.profile,
    }
    block.remark = " ".join(remark for remark, holds in remarks.items() if holds) or None


def _prepared(function: Call, *args: Any) -> tuple[Call, SourceLines]:
    """What is called, and the source lines of its instructions."""
    if not isinstance(function, Wrapped):
        return function, {}
    lowered, place = lowered_anew(function, *args)
    own = xla.profiled(lowered, current_platform())
    stage = optimised_stage(lowered, own or lowered.compile(), place)
    return own or function, {
        (hlo.module(stage), name): line for name, line in hlo.instructions(stage).items()
    }


def _spent(call: Call, *args: Any) -> float:
    start = perf_counter()
    jax.block_until_ready(call(*args))
    return perf_counter() - start
