"""checkify makes compiled code report a bad index or a NaN: the error is one more result, thrown outside.

Compiled code can't raise for a value: it reads the nearest element, or goes on with NaN. checkify rewrites
the function so that it also returns which check failed first, and where that was traced.
Source: https://docs.jax.dev/en/latest/debugging/checkify_guide.html
Expect: log 2 at index 10 of [1, −1, 2] and NaN at index 1 from the plain function; from the checked one an
exception for each, with the line of the read. jit refuses a check of your own unless checkify rewrites the
function. Checks aren't free: a call on 100,000 elements takes two or three times as long, and compiling it
takes several times as long.
"""

from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import checkify
from pydantic import Field

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
    experiment,
    first_call_s,
    jitted,
    raises,
)
from jaxlive.lab.measure.watching import in_a_line


# region slide
def log_of(a, i):
    return jnp.log(a[i])


safe = checkify.checkify(
    log_of, checkify.all_checks
)  # fmt: skip


def call(a, i):
    error, out = jax.jit(safe)(a, i)
    error.throw()
    return out


# endregion slide


# region own
def root(x):
    checkify.check(
        x >= 0, "x is {x}, below 0", x=x
    )  # fmt: skip
    return jnp.sqrt(x)


def call_root(x):
    checked = checkify.checkify(root)
    error, out = jax.jit(checked)(x)
    error.throw()
    return out


# endregion own


class CheckedParams(Params):
    """How many elements are read with and without checks."""

    array_length: int = Field(
        100_000, ge=1000, le=10_000_000, description="elements", json_schema_extra={"unit": "elements"}
    )

    def bytes_needed(self) -> int:
        """Numbers, places and results in float32, the reference in float64, and what the checks write."""
        return 64 * self.array_length


@experiment(title="Errors out of compiled code", section="Compilation", typical_seconds=3)
def checked(params: CheckedParams) -> Iterator[Output]:
    """What the plain function returns, what the checked one raises, and what the checks cost."""
    a = jnp.array([1.0, -1.0, 2.0])
    rows = [both(a, i) for i in (0, 1, 10)]
    yield Table(label="three indices", columns=["i", "plain", "checked"], rows=rows)
    yield raises("index 10 of 3", lambda: call(a, 10))
    yield raises("log of −1", lambda: call(a, 1))
    yield raises("a check of your own", lambda: call_root(-1.0))
    yield raises("without checkify", lambda: jax.jit(root)(-1.0))
    timings = yield from costs(*data(params.array_length))
    first = [first_call_s(timings, name) * 1e3 for name in ("unchecked", "checked")]
    yield Note(text=f"The first call takes {first[0]:.3g} ms without checks and {first[1]:.3g} ms with them.")


def both(a: Any, i: int) -> list[Cell]:
    """What is returned at an index, and with checks the result or the kind of error."""
    error, out = jax.jit(safe)(a, i)
    problem = error.get_exception()
    told = in_a_line(out) if problem is None else type(problem).__name__
    return [i, in_a_line(jax.jit(log_of)(a, i)), told]


def data(length: int) -> tuple[Array, Array]:
    """Numbers in [0.5, 1.5), and the places to read them at, all within bounds."""
    rng = np.random.default_rng(0)
    return rng.random(length, np.float32) + np.float32(0.5), rng.integers(0, length, length, np.int32)


def costs(a: Array, places: Array) -> Generator[Timings, None, Timings]:
    """The same reads and logarithms, with and without checks."""
    return compare(
        f"{a.size:,} reads",
        {"unchecked": jitted(jax.jit(log_of), a, places), "checked": with_error(a, places)},
        reference=np.log(a.astype(np.float64)[places]),
        of="checked",
        over="unchecked",
        # a logarithm, and for an index below 0 a comparison, a sum and a choice
        work=Work(flops=4 * a.size, bytes=12 * a.size, transcendentals=a.size),
        budget_s=1,
    )


def with_error(a: Array, places: Array) -> Variant:
    """The checked function, which also returns its error: XLA would drop checks that nobody asks for."""
    variant = jitted(jax.jit(safe), a, places)
    return replace(variant, leaves=lambda results: [np.asarray(results[1])])
