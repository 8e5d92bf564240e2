"""The stages of a compiled function, and what JAX tells of its compiler and its caches.

With analyses.py and xla.py, the place for API that JAX's stability promise does not cover, or that leaves
the content open (https://docs.jax.dev/en/latest/api_compatibility.html). Where a version cannot tell, the
answer is None.
"""

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import jax
from jax._src import xla_bridge
from jax.stages import Compiled, Lowered, Traced, Wrapped

from jaxlive.lab.declare.blocks import Cost, Program, Stage
from jaxlive.lab.programs import hlo, jaxpr, stablehlo
from jaxlive.lab.programs.analyses import estimates
from jaxlive.lab.programs.functions import origin, plain, python
from jaxlive.lab.programs.listings import Frames, Origin


def programs(function: Wrapped, *args: Any, label: str | None = None) -> Iterator[Program]:
    """What becomes of a function that `jax.jit` made, for these arguments: Python, jaxpr, StableHLO, HLO.

    Each line maps to the innermost line of the function's own file that it came from: what a library
    function does maps to the line that calls it. Locations keep a hundred frames, ten on jax 0.8.3.
    """
    inner = plain(function)
    place = origin(inner)
    jax.clear_caches()  # an earlier trace would name the lines that called it then
    traced = function.trace(*args)
    lowered = traced.lower()
    compiled = lowered.compile()
    stages = [
        python(inner),
        jaxpr.stage(*_jaxpr_listing(traced), place),
        stablehlo.stage(lowered.as_text(debug_info=True), place),
        optimised_stage(lowered, compiled, place),
    ]
    yield Program(label=label or inner.__name__, stages=stages, cost=estimates(compiled))


def lowered_anew(function: Wrapped, *args: Any) -> tuple[Lowered, Origin]:
    """A function that `jax.jit` made, lowered for these arguments, and the file of its lines.

    From empty caches: an earlier trace would name the lines that called it then.
    """
    place = origin(plain(function))
    jax.clear_caches()
    return function.lower(*args), place


def optimised_stage(lowered: Lowered, compiled: Compiled, place: Origin) -> Stage:
    """The HLO of a compiled program, with lines of the file at `place`."""
    return hlo_reader(lowered, place)(compiled.as_text() or "")


def hlo_reader(lowered: Lowered, place: Origin) -> Callable[[str], Stage]:
    """What reads texts of a program's HLO, of any pass, with lines of the file at `place`."""
    named = stablehlo.named_lines(lowered.as_text(debug_info=True), place)
    return lambda text: hlo.stage(text, place, named)


def bind(equation: Any, inputs: Iterable[Any]) -> list[Any]:
    """The results of a jaxpr's equation for these inputs, which may be tracers.

    Checked on jax 0.8.3, which gives functions and parameters apart, 0.10.2 and 0.12.0.
    """
    primitive = equation.primitive
    found = primitive.get_bind_params(equation.params)
    functions, params = ((), found) if isinstance(found, dict) else found
    results = primitive.bind(*functions, *inputs, **params)
    return list(results) if primitive.multiple_results else [results]


def cost(function: Wrapped, *args: Any) -> Cost | None:
    """The compiler's estimate for a function that `jax.jit` made, for these arguments. It compiles."""
    return estimates(function.lower(*args).compile())


def optimised(function: Wrapped, *args: Any) -> str:
    """The compiler's own text of what it makes of a function that `jax.jit` made. It compiles."""
    return function.lower(*args).compile().as_text() or ""


def operations(function: Callable[..., Any], *args: Any) -> list[str]:
    """Names of the operations of a function's jaxpr, with those in its loops, branches and calls."""
    return [str(equation.primitive) for equation in _equations(jax.make_jaxpr(function)(*args), set())]


def _jaxpr_listing(traced: Traced) -> tuple[str, list[list[jaxpr.Segment]], int]:
    """Text of a jaxpr, the stacks of its equations by line, and their number.

    The pretty-printer tells which columns of a line belong to which equation. Checked on jax 0.10.2 and
    0.12.0; 0.8.3 gives one frame of each stack, the innermost outside of JAX.
    """
    found: list[list[tuple[int, int, Any]]] = []
    text = traced.jaxpr.pretty_print(source_map=found, use_color=False)
    segments = [[(start, end, _frames(source)) for start, end, source in line] for line in found]
    return text, segments, len(list(_equations(traced.jaxpr, set())))


def _frames(source: Any) -> Frames:
    if hasattr(source, "frames"):
        return [(frame.file_name, frame.line_num) for frame in source.frames]
    return [(source.file_name, source.start_line)]


def _equations(part: Any, seen: set[int]) -> Iterator[Any]:
    """Equations of a jaxpr and of those in its parameters; a jaxpr that is used again counts once.

    A jaxpr's eqns and params are outside of the promise. Checked on jax 0.8.3, 0.10.2 and 0.12.0.
    """
    part = getattr(part, "jaxpr", part)
    if not hasattr(part, "eqns") or id(part) in seen:
        return
    seen.add(id(part))
    for equation in part.eqns:
        yield equation
        for leaf in jax.tree.leaves(equation.params):
            yield from _equations(leaf, seen)


def is_ready(array: jax.Array) -> bool | None:
    """Whether an array has been computed, without waiting for it. Checked on jax 0.8.3 to 0.12.0 (CPU)."""
    ask = getattr(array, "is_ready", None)
    return None if ask is None else bool(ask())


def backend_started() -> bool:
    """Whether JAX has started a backend in this process, and with it threads."""
    return bool(xla_bridge.backends_are_initialized())


def compute_capability(device: jax.Device) -> tuple[int, ...]:
    """What generation of NVIDIA's GPUs a device is, 8.0 as (8, 0); empty for all others.

    Not checked on a GPU. JAX's own tests read it as a string.
    """
    text = str(getattr(device, "compute_capability", ""))
    return tuple(map(int, text.split("."))) if re.fullmatch(r"\d+\.\d+", text) else ()


@contextmanager
def compilations() -> Iterator[list[str] | None]:
    """Names of the functions that XLA compiles meanwhile. Checked on jax 0.8.3, 0.10.2 and 0.12.0."""
    told = _tells_compilations()
    with _listening() as names:
        yield names if told else None


@contextmanager
def _listening() -> Iterator[list[str]]:
    names: list[str] = []

    def listen(event: str, duration_secs: float, **kwargs: str | int) -> None:  # noqa: ARG001
        if event.endswith("/backend_compile_duration"):
            names.append(str(kwargs.get("fun_name", "")))

    jax.monitoring.register_event_duration_secs_listener(listen)
    try:
        yield names
    finally:
        jax.monitoring.unregister_event_duration_listener(listen)


@cache
def _tells_compilations() -> bool:
    """Whether this version reports a compilation that surely happens."""
    with _listening() as names:
        jax.jit(lambda: 0).lower().compile()
    return bool(names)


@contextmanager
def cache_misses() -> Iterator[list[str] | None]:
    """Why JAX traces a function meanwhile, in its own words and as they come, without files and lines.

    Checked on jax 0.8.3, 0.10.2 and 0.12.0; the last cannot explain values of static arguments.
    """
    if not hasattr(jax, "explain_cache_misses"):
        yield None
        return
    reasons: list[str] = []
    logger, handler = logging.getLogger("jax"), logging.Handler()
    handler.emit = lambda record: reasons.append(_reason(record.getMessage()))  # type: ignore[method-assign]
    before = logger.handlers, logger.propagate
    logger.handlers, logger.propagate = [handler], False
    try:
        with jax.explain_cache_misses(True):
            yield reasons
    finally:
        logger.handlers, logger.propagate = before


def _reason(message: str) -> str:
    """The line that tells what differs from the closest earlier call; without one, all but the places."""
    lines = [line.strip(" *:") for line in message.splitlines()[1:]]
    differs = [line for line in lines if " now " in line and " before " in line]
    told = differs[:1] or [line for line in lines if " defined at " not in line]
    return re.sub(r"\(\{\}\)|https:\S+", "", "; ".join(told))
