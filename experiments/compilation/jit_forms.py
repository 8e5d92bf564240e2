"""Four ways to write jit: same program, same value.

    sse = Σ (a − b)²        expected value 2 n² for two n by n matrices of standard normals

Sources: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024;
Yu Yin, "JAX: A Brief Introduction", 2022, slide 25. The slides print no value; the page of the course has
502084.75. Expect 501519.3 from all forms at 500 by 500, and 501506.9 with the key layout that was JAX's
default before: a literal random number holds for one version, its distribution for all.
"""

from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import (
    Cell,
    Note,
    Output,
    Params,
    Table,
    Work,
    compare,
    eager,
    experiment,
    jitted,
    programs,
    values,
)

PAGE = 502084.75
"""What the page of the course prints, for 500 by 500."""
PAGE_SIZE = 500


# region slide
def sse(a, b):
    return jnp.sum((a - b) ** 2)


sse_jit = jax.jit(sse)


def sse_inline(a, b):
    return jax.jit(sse)(a, b)


@jax.jit
def sse_decorated(a, b):
    return jnp.sum((a - b) ** 2)


# endregion slide


# region keys
def matrices(n):
    seed = jax.random.key(8)
    _, one, two = jax.random.split(seed, 3)
    a = jax.random.normal(one, (n, n))
    b = jax.random.normal(two, (n, n))
    return a, b


def before_2025(n):
    with jax.threefry_partitionable(False):
        return matrices(n)


# endregion keys


class JitFormsParams(Params):
    """How large the matrices are."""

    size: int = Field(500, ge=2, le=4000, description="rows, and columns", json_schema_extra={"unit": "rows"})

    def bytes_needed(self) -> int:
        """Two pairs of matrices in float32, a float64 reference and temporaries: 64 bytes an element."""
        return 64 * self.size**2


@experiment(title="Four ways to write jit", section="Compilation", typical_seconds=2)
def jit_forms(params: JitFormsParams) -> Iterator[Output]:
    """The value of all forms, what it depends on, the time of two of them, and the program."""
    a, b = matrices(params.size)
    forms: dict[str, Callable[..., Any]] = {
        "plain": sse,
        "wrapped": sse_jit,
        "inline": sse_inline,
        "decorated": sse_decorated,
    }
    yield values("four forms", **{name: form(a, b) for name, form in forms.items()})
    yield from which_number(params.size, float(sse_jit(a, b)))
    left, right = np.asarray(a), np.asarray(b)
    yield from compare(
        f"sse of {params.size:,} by {params.size:,}",
        {"plain": eager(sse, left, right), "wrapped": jitted(sse_jit, left, right)},
        reference=np.sum((left.astype(np.float64) - right) ** 2),
        of="plain",
        over="wrapped",
        work=Work(flops=3 * left.size, bytes=left.nbytes + right.nbytes),
        budget_s=1,
    )
    yield from programs(sse_jit, a, b)


def which_number(n: int, now: float) -> Iterator[Output]:
    """The value under both layouts of keys and on the page, in deviations from the expected value."""
    mean, deviation = 2 * n**2, np.sqrt(8) * n  # (a − b)² is 2 χ² of one degree: mean 2, variance 8
    found = {"default key layout": now, "key layout before": float(sse_jit(*before_2025(n)))}
    found |= {"Burle’s page": PAGE} if n == PAGE_SIZE else {}
    worst = max(abs(value - mean) / deviation for value in found.values())
    say = f"{len(found)} numbers for one seed, within {worst:.1f} deviations of {mean:,}"
    found["expected"] = mean
    rows: list[list[Cell]] = [[who, f"{x:.2f}", f"{(x - mean) / deviation:.2f}"] for who, x in found.items()]
    yield Table(label="which number", columns=["from", "sse", "deviations off"], rows=rows)
    yield Note(text=f"{say}: a seed fixes the numbers of one version, and their distribution for all.")
