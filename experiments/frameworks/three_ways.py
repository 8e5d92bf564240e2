"""One graph in three ways: defined and then run, recorded while running, traced and compiled.

    a = x y        b = a + z        c = Σ b        so dc/dx = y, dc/dy = x, dc/dz = 1

The three ways are those of frameworks like TensorFlow 1, of PyTorch and of JAX.
Source: Yu Yin, "JAX: A Brief Introduction", 2022, slides 12 and 13.
Expect: equal values and gradients, of the same three operations. Python's `if` on a value has no value to
look at while a graph is defined or traced; where the graph is recorded, each run may record another one.
"""

from collections.abc import Iterator
from typing import Any

import jax
import numpy as np

from jaxlive import Cell, Note, Output, Params, Printed, Table, experiment, programs, raises, values

graph: Any


# region defined
graph = [
    ("a", np.multiply, "x", "y"),
    ("b", np.add, "a", "z"),
    ("c", np.sum, "b"),
]


def run(graph, **env):
    for name, op, *inputs in graph:
        args = [env[i] for i in inputs]
        env[name] = op(*args)
    return env


# endregion defined


RULES: Any = {
    np.multiply: lambda d, x, y: [
        (f"d{x}", np.multiply, d, y),
        (f"d{y}", np.multiply, d, x),
    ],
    np.add: lambda d, x, y: [
        (f"d{x}", np.positive, d),
        (f"d{y}", np.positive, d),
    ],
    np.sum: lambda d, x: [
        (f"d{x}", np.full_like, x, d),
    ],
}


def with_gradients(graph: Any) -> Any:
    grown = [*graph, ("dc", np.ones_like, "c")]
    for name, rule, *inputs in reversed(graph):
        grown += RULES[rule](f"d{name}", *inputs)
    return grown


# region slide
def total(x, y, z):
    a = x * y
    b = a + z
    return b.sum()


traced = jax.jit(total)
gradients = jax.jit(
    jax.grad(total, (0, 1, 2))
)  # fmt: skip
# endregion slide


# region recorded
def recorded(function, *args):
    import torch

    inputs = [torch.tensor(x) for x in args]
    for x in inputs:
        x.requires_grad = True
    value = function(*inputs)  # records the graph
    value.backward()  # and walks it back
    return [value, *(x.grad for x in inputs)]


# endregion recorded


# region branch
def choose(x, y, z):
    a = x * y
    b = a + z if a.sum() > 0 else a - z
    return b.sum()


# endregion branch

X, Y, Z = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]], np.float32)


class ThreeWaysParams(Params):
    """Nothing but the device."""


@experiment(title="One graph, three ways", section="Frameworks", typical_seconds=0.3, needs=("torch",))
def three_ways(_: ThreeWaysParams) -> Iterator[Output]:
    """Values and gradients of the three, their graphs, and a branch on a value in each."""
    done = run(with_gradients(graph), x=X, y=Y, z=Z)
    torch_c, *torch_gradients = recorded(total, X, Y, Z)
    columns = {
        "defined": [done[name] for name in ("c", "dx", "dy", "dz")],
        "recorded": [torch_c.detach().numpy(), *torch_gradients],
        "traced": [traced(X, Y, Z), *gradients(X, Y, Z)],
    }
    rows: list[list[Cell]] = [
        [name, *(str(np.asarray(column[i]).tolist()) for column in columns.values())]
        for i, name in enumerate(("c", "dc/dx", "dc/dy", "dc/dz"))
    ]
    yield Table(label="values and gradients", columns=["", *columns], rows=rows)
    yield Printed(label="defined", lines=[listing(node) for node in with_gradients(graph)])
    yield Printed(label="recorded", lines=tape(torch_c.grad_fn))
    yield from programs(traced, X, Y, Z)
    yield from branches()


def listing(node: Any) -> str:
    """A node as a line, like `a = multiply(x, y)`."""
    name, operation, *inputs = node
    return f"{name} = {operation.__name__}({', '.join(inputs)})"


def tape(node: Any, depth: int = 0) -> list[str]:
    """What torch recorded: for each operation its backward, from the result to the inputs."""
    inputs = [line for following, _ in node.next_functions for line in tape(following, depth + 1)]
    return ["  " * depth + node.name().removeprefix("torch::autograd::"), *inputs]


def branches() -> Iterator[Output]:
    """`if` on a value: a description has none, a run has, a tracer has none."""
    yield raises("branch while defining", lambda: "then" if graph[0] > 0 else "else")
    above, below = (recorded(choose, x, Y, Z)[0] for x in (X, -X))
    yield values("branch while running", above=above.detach().numpy(), below=below.detach().numpy())
    yield Printed(label="recorded above 0", lines=tape(above.grad_fn))
    yield Printed(label="recorded below 0", lines=tape(below.grad_fn))
    yield raises("branch while tracing", lambda: jax.jit(choose)(X, Y, Z))
    same = tape(above.grad_fn) == tape(below.grad_fn)
    yield Note(text=f"PyTorch recorded {'the same graph' if same else 'another graph'} for the other sign.")
