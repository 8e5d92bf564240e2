"""Calls watched one by one: what each makes JAX do, and when the price of the first is paid back."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from textwrap import wrap
from types import FrameType
from typing import Any, NamedTuple

import jax
import numpy as np

from jaxlive.lab.declare.blocks import Cell, Note, Table, Timings
from jaxlive.lab.measure.timing import first_call_s, median_s
from jaxlive.lab.programs.stages import cache_misses, compilations

Calls = Mapping[str, Callable[[], Any]]


class Called(NamedTuple):
    """A call, its result as text, traces and compilations when it was done, and why it was traced."""

    call: str
    result: str
    traces: int
    compilations: int | None
    reason: str


def watched(calls: Calls, traced: list[Any]) -> list[Called]:
    """The calls one after the other, from empty caches; a traced function adds an item to `traced`."""
    jax.clear_caches()
    traced.clear()
    done = []
    with compilations() as compiled, cache_misses() as told:
        for call, make in calls.items():
            so_far = len(told or ())
            result = in_a_line(make())
            count = None if compiled is None else len(compiled)
            why = "; ".join(map(_own, (told or [])[so_far:]))
            done.append(Called(call, result, len(traced), count, why))
    return done


@contextmanager
def runs(function: Callable[..., Any]) -> Iterator[list[str]]:
    """A list that grows when Python runs the function: under jit, when it is traced."""
    seen, before = list[str](), sys.getprofile()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is function.__code__:
            seen.append(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        yield seen
    finally:
        sys.setprofile(before)


def _own(reason: str) -> str:
    """A reason without what JAX adds in a process that ran the function before its caches were cleared."""
    return reason.partition("; but seen another function")[0]


def in_a_line(result: Any) -> str:
    """What NumPy prints for a number or an array."""
    return " ".join(str(np.asarray(result)).split())


def table(label: str, calls: list[Called]) -> Table:
    """What the calls gave, and the numbers so far."""
    rows: list[list[Cell]] = [[one.call, one.result, one.traces, one.compilations] for one in calls]
    return Table(label=label, columns=["call", "result", "traces", "compiled"], rows=rows)


def reasons(calls: list[Called]) -> list[str]:
    """Why the calls were traced, in lines that fit a slide."""
    told = [f"{one.call}: {one.reason}" for one in calls if one.reason]
    if not told:
        return [f"jax {jax.__version__} does not say why it traces"]
    return [line for reason in told for line in wrap(reason, 48, subsequent_indent="    ")]


def paid_back(timings: Timings, eager: str = "eager", jit: str = "jit") -> Note:
    """What the first jitted call costs, in later calls, and after how many of them it has been worth it."""
    first, usual = first_call_s(timings, jit), median_s(timings, jit)
    saved = median_s(timings, eager) - usual
    worth = f"paid back after {np.ceil(first / saved):,.0f} calls" if saved > 0 else "never paid back here"
    return Note(
        text=f"The first call takes {first * 1e3:.3g} ms, like {first / usual:,.0f} later ones: {worth}."
    )
