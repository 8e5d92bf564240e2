"""Your own transformation is a loop over a jaxpr's equations, and it composes with JAX's.

Each equation names a primitive, its inputs and its outputs: run it, keep what it gives, go on. This one
returns every intermediate value beside the result.
Source: Alex McKinney, "On Learning JAX", 2023, who leaves transformations of one's own for later. The parts
of a jaxpr are outside of JAX's promise to keep its API stable; `jax.extend.core` is the door to them.
Expect: the values of the function, and so under jit, grad and vmap. Under jit the loop runs while tracing
only, and what is compiled is as fast as the function itself.
"""

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Literal
from pydantic import Field

from jaxlive import Cell, Note, Output, Params, Table, Work, compare, eager, experiment, jitted
from jaxlive.lab.programs.stages import bind

Steps = dict[str, Any]


# region slide
def with_steps(f):
    def g(*args):
        steps = {}
        jaxpr = jax.make_jaxpr(f)(*args)
        (y,) = run(jaxpr, args, steps)
        return y, steps

    return g


# endregion slide


# region run
def run(program, args, steps):
    jaxpr = program.jaxpr
    names = [*jaxpr.constvars, *jaxpr.invars]
    given = [*program.consts, *args]
    known = dict(zip(names, given, strict=True))
    for eqn in jaxpr.eqns:
        inputs = [value(known, v) for v in eqn.invars]
        out = step(eqn, inputs, steps)
        known |= zip(eqn.outvars, out, strict=True)
    return [value(known, v) for v in jaxpr.outvars]


# endregion run


# region step
def value(known, atom):
    literal = isinstance(atom, Literal)
    return atom.val if literal else known[atom]


def step(eqn, inputs, steps):
    name = eqn.primitive.name
    if name in ("jit", "pjit"):
        inner = eqn.params["jaxpr"]
        return run(inner, inputs, steps)
    outputs = bind(eqn, inputs)
    steps[f"{len(steps) + 1:02} {name}"] = outputs[0]
    return outputs


# endregion step


# region f
def f(x):
    softplus = jnp.log(1 + jnp.exp(x))
    return softplus * jnp.sin(x)


all_steps = jax.vmap(with_steps(f))
# endregion f


def by_loop(x: Any) -> Any:
    """f by way of the loop, and the steps dropped."""
    return with_steps(f)(x)[0]


class CustomTransformationParams(Params):
    """How many numbers the timed calls take."""

    length: int = Field(
        100_000, ge=1, le=10_000_000, description="numbers", json_schema_extra={"unit": "numbers"}
    )

    def bytes_needed(self) -> int:
        """Data, reference, results and the eager temporaries."""
        return 64 * self.length


@experiment(title="A transformation of your own", section="Transformations", typical_seconds=5)
def custom_transformation(params: CustomTransformationParams) -> Iterator[Output]:
    """The loop under jit, grad and vmap, every step of a batch, and what the loop costs."""
    yield composed()
    yield from every_step(jnp.array([1.0, 100.0]))
    x = np.linspace(-5, 5, params.length, dtype=np.float32)
    yield from compare(
        "what the loop costs",
        {"f": jitted(jax.jit(f), x), "loop": jitted(jax.jit(by_loop), x), "loop, eager": eager(by_loop, x)},
        reference=np.log1p(np.exp(x.astype(np.float64))) * np.sin(x.astype(np.float64)),
        of="f",
        over="loop",
        work=Work(flops=5 * x.size, bytes=2 * x.nbytes),  # exp, + 1, log, sin and their product
    )


def composed() -> Table:
    """The function and the loop over its equations, under the other transformations."""
    one, batch = jnp.float32(1), jnp.array([1.0, 2.0])
    rows: list[list[Cell]] = []
    for name, transform, x in (
        ("f", lambda g: g, one),
        ("jit", jax.jit, one),
        ("grad", jax.grad, one),
        ("grad grad", lambda g: jax.grad(jax.grad(g)), one),
        ("vmap", jax.vmap, batch),
        ("jit vmap grad", lambda g: jax.jit(jax.vmap(jax.grad(g))), batch),
    ):
        plain, looped = (np.asarray(transform(g)(x)) for g in (f, by_loop))
        rows.append([name, short(plain), short(looped), float(np.max(np.abs(plain - looped)))])
    columns = ["under", "f", "the loop", "apart by"]
    return Table(label="composed", columns=columns, rows=rows)


def short(numbers: Any) -> str:
    """Some digits of one number or more."""
    return " ".join(f"{number:.4g}" for number in np.ravel(numbers))


def every_step(x: jax.Array) -> Iterator[Output]:
    """All intermediate values of a batch: exp overflows for a large x, and spoils what follows."""
    _, steps = all_steps(x)
    rows: list[list[Cell]] = [[name, *map(str, np.asarray(found))] for name, found in steps.items()]
    columns = ["step", *(f"x = {one:g}" for one in x)]
    yield Table(label="every step", columns=columns, rows=rows)
    broken = [name for name, found in steps.items() if not np.isfinite(found).all()]
    if broken:
        yield Note(text=f"The first step that is not finite: {broken[0]}.")
