"""The stages of a compiled function.

The one place for JAX API that JAX's stability promise does not cover, or that leaves the content open
(https://docs.jax.dev/en/latest/api_compatibility.html). Where a version cannot tell, the answer is None.
"""

import inspect
import textwrap
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import jax
from jax.stages import Compiled, Traced, Wrapped

from experiments.lab import listings
from experiments.lab.blocks import Cost, Program, Stage


def programs(function: Wrapped, *args: Any, label: str | None = None) -> Iterator[Program]:
    """What becomes of a function that `jax.jit` made, for these arguments: Python, jaxpr, StableHLO, HLO.

    Each line maps to the innermost line of the function's own file that it came from: what a library
    function does maps to the line that calls it.
    """
    plain = inspect.unwrap(function)
    origin = _origin(plain)
    jax.clear_caches()  # an earlier trace would name the lines that called it then
    traced = function.trace(*args)
    lowered = traced.lower()
    compiled = lowered.compile()
    stages = [
        _python(plain),
        listings.jaxpr(_jaxpr_listing(traced), origin),
        listings.stablehlo(lowered.as_text(debug_info=True), origin),
        listings.hlo(compiled.as_text() or "", origin),
    ]
    yield Program(label=label or plain.__name__, stages=stages, cost=_cost(compiled))


def _origin(function: Callable[..., Any]) -> listings.Origin:
    """The file of the function, without the lines on the stack now: they call the compiler."""
    path = inspect.getsourcefile(function) or ""
    stack = traceback.extract_stack()
    return listings.Origin(path, frozenset(frame.lineno for frame in stack if frame.filename == path))


def _python(function: Callable[..., Any]) -> Stage:
    source, first = inspect.getsourcelines(function)
    lines: listings.Lines = list(range(first, first + len(source)))
    text = textwrap.dedent("".join(source)).rstrip()
    return Stage(name="python", text=text, lines=lines, count=len(lines))


def _jaxpr_listing(traced: Traced) -> str:
    """A jaxpr's pretty_print is outside of the promise. Checked on jax 0.10.2."""
    return str(traced.jaxpr.pretty_print(source_info=True, use_color=False))


def _cost(compiled: Compiled) -> Cost | None:
    """The compiler's estimates; backends may give none. Checked on jax 0.10.2 (CPU)."""
    counts, memory = compiled.cost_analysis(), compiled.memory_analysis()
    if not isinstance(counts, dict):
        return None
    return Cost(
        flops=counts.get("flops"),
        bytes=counts.get("bytes accessed"),
        peak_memory_bytes=getattr(memory, "peak_memory_in_bytes", None),
    )


def is_ready(array: jax.Array) -> bool | None:
    """Whether an array has been computed, without waiting for it. Checked on jax 0.10.2 (CPU)."""
    ask = getattr(array, "is_ready", None)
    return None if ask is None else bool(ask())
