"""A loop over elements or one call for all: this compares two styles, not two libraries.

    f(x) = 0.2 x + sin x + cos 2x,      f′(x) = 0.2 + cos x − 2 sin 2x

Source: Moritz Makowski, "JAX Capability Analysis", 2023. It timed PyTorch in a Python loop of a thousand
backward passes, and JAX in one vectorised call, the compiler's work included.
Expect: the same slopes everywhere, to six digits. PyTorch is hundreds of times as fast when it takes all
elements at once. In JAX jit belongs around vmap: inside of it, vmap runs in Python at every call.
"""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from time import perf_counter
from typing import Any, Literal

import jax
import numpy as np
from jax import grad, jit, vmap
from pydantic import Field

from experiments.compilation.jit import f, f_torch
from jaxlive import (
    Array,
    Cell,
    Note,
    Output,
    Params,
    Table,
    Timings,
    Variant,
    Work,
    compare,
    eager,
    experiment,
    jitted,
    median_s,
    pytorch,
    torch_problem,
    values,
)

# region slide
slope = grad(f)

no_jit = vmap(grad(f))
jit_inside = vmap(jit(grad(f)))
jit_outside = jit(vmap(grad(f)))
# endregion slide


# region torch
def at_once(xs):
    xs = xs.clone().detach()
    xs.requires_grad_()
    f_torch(xs).sum().backward()
    return xs.grad


def one_by_one(xs):
    import torch

    each = [at_once(x) for x in xs]
    return torch.stack(each)


# endregion torch


def by_func(xs: Any) -> Any:
    from torch.func import grad, vmap

    return vmap(grad(f_torch))(xs)


# region formula
def by_formula(x):
    return 0.2 + np.cos(x) - 2 * np.sin(2 * x)


# endregion formula

LOOP, AT_ONCE, JIT = "PyTorch, loop", "PyTorch, at once", "jit(vmap(grad))"


class AutogradParams(Params):
    """Whose derivatives, and how many."""

    variant: Literal["all", "pytorch", "jax"] = Field("all", description="one library, or both")
    array_length: int = Field(
        1000, ge=20, le=5000, description="slopes in a call", json_schema_extra={"unit": "elements"}
    )


@experiment(title="A thousand slopes", section="Performance", typical_seconds=5)
def autograd(params: AutogradParams) -> Iterator[Output]:
    """Value and slope at 3, slopes at twenty points beside the formula, and the time of many, in six ways."""
    variant, problem = params.variant, torch_problem()
    if problem and variant != "jax":
        yield Note(text=f"Without PyTorch: {problem}")
        variant = "jax"
    yield from at_three(variant)
    yield from twenty(variant)
    yield from timed(variant, np.linspace(0, 10 * np.pi, params.array_length, dtype=np.float32))


def at_three(variant: str) -> Iterator[Output]:
    """f and its derivative at one point."""
    if variant != "pytorch":
        yield values("JAX at 3", value=f(jax.numpy.float32(3)), slope=slope(3.0))
    if variant != "jax":
        import torch

        three = torch.tensor(3.0)
        yield values("PyTorch at 3", value=f_torch(three), slope=at_once(three))


def twenty(variant: str) -> Iterator[Output]:
    """Twenty slopes in one call and in a loop, beside the formula in float64."""
    x = np.linspace(0, 4 * np.pi, 20, dtype=np.float32)
    right, sides = by_formula(x.astype(np.float64)), ways(variant, x)
    slopes = {name: sides[name].leaves(sides[name].call())[0] for name in (JIT, LOOP) if name in sides}
    columns = [x, np.asarray(f(jax.numpy.asarray(x))), right, *slopes.values()]
    rows: list[list[Cell]] = [list(map(float, row)) for row in zip(*columns, strict=True)]
    yield Table(label="twenty points", columns=["x", "f", "f′ by formula", *slopes], rows=rows)
    off = max(float(np.abs(found - right).max()) for found in slopes.values())
    yield Note(text=f"No slope is off the formula by more than {off:.1g}.")


def ways(variant: str, x: Array) -> dict[str, Variant]:
    """The ways of one library, or of both, to all slopes."""
    found = {}
    if variant != "pytorch":
        found = {JIT: jitted(jit_outside, x), "vmap(jit(grad))": eager(jit_inside, x)}
        found["vmap(grad)"] = eager(no_jit, x)
    if variant != "jax":
        torches: dict[str, Callable[[Any], Any]] = {AT_ONCE: at_once, "torch.func": by_func, LOOP: one_by_one}
        # Gradients are the subject, so this is not PyTorch's inference mode.
        found |= {name: replace(pytorch(way, x), scope=nullcontext) for name, way in torches.items()}
    return found


def timed(variant: str, x: Array) -> Iterator[Output]:
    """Warm calls of all ways, and JAX's first calls, which trace and compile."""
    sides = ways(variant, x)
    first = {name: first_call(side) for name, side in sides.items() if side.framework == "jax"}
    right = by_formula(x.astype(np.float64))
    timings = yield from compare(
        "many slopes",
        sides,
        reference=right,
        of=AT_ONCE,
        over=JIT,
        work=Work(flops=6 * x.size, bytes=2 * x.nbytes),  # those of `by_formula`
    )
    rows: list[list[Cell]] = []
    for name in sides:
        later = median_s(timings, name)
        rows.append([name, first.get(name), later * 1e3, later / x.size * 1e6])
    columns = ["way", "first, ms", "later, ms", "µs an element"]
    yield Table(label="first and later calls", columns=columns, rows=rows)
    if variant != "jax":
        yield Note(text=loop_in_words(timings))


def first_call(side: Variant) -> float:
    """Milliseconds until the first result is there, from empty caches."""
    jax.clear_caches()
    start = perf_counter()
    jax.block_until_ready(side.call())
    return (perf_counter() - start) * 1e3


def loop_in_words(timings: Timings) -> str:
    """What the loop costs, beside what the choice of the library does."""
    loop, at_once = (median_s(timings, name) for name in (LOOP, AT_ONCE))
    told = f"PyTorch takes {loop / at_once:,.0f} times as long in a loop as at once"
    if JIT not in {row.variant for row in timings.rows}:
        return f"{told}."
    jit = median_s(timings, JIT)
    return f"{told}; beside {JIT}, {loop / jit:,.0f} times and {at_once / jit:.2g} times."
