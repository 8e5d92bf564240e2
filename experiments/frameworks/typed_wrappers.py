"""jit and grad hide a function's signature from type checkers; a typed wrapper gives it back.

Source: Moritz Makowski, "JAX Capability Analysis", 2023, whose typed_jit and typed_grad also pass on the
options of jax.jit and jax.grad.
Expect: the values of jit and grad; a checker that sees a signature only through the wrapper; and options
of grad, all five still there, of which most change the type of what comes back: a wrapper of one
signature cannot be right for them.
"""

import inspect
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jax
import jax.numpy as jnp

from experiments.compilation.jit import f
from experiments.helpers.typed import typed_grad, typed_jit
from jaxlive import Cell, Note, Output, Params, Table, experiment, region, values
from jaxlive.project import project

LAST = "reveal_type(typed_loss_slope)"
PYRIGHT = project().root / "node_modules" / ".bin" / "pyright"


# region slide
def cube(x: float, scale: float = 1.0) -> float:
    return scale * x**3


fast, typed_fast = jax.jit(cube), typed_jit(cube)
slope, typed_slope = jax.grad(cube), typed_grad(cube)
# endregion slide


# region limit
def loss(weights: dict[str, float]) -> float:
    return weights["a"] ** 2


typed_loss_slope = typed_grad(loss)
# endregion limit


def product(x: Any, y: Any) -> Any:
    return x * y


def and_sum(x: Any, y: Any) -> Any:
    return x * y, {"sum": x + y}


# function, value of the option, x
OPTIONS: Any = {
    "argnums": (product, (0, 1), 3.0),
    "has_aux": (and_sum, True, 3.0),
    "holomorphic": (product, True, 3j),
    "allow_int": (product, True, 3),
    "reduce_axes": (product, (), 3.0),
}


class TypedWrappersParams(Params):
    """Nothing but the device."""


@experiment(title="Types survive jit and grad", section="Frameworks", typical_seconds=2)
def typed_wrappers(_: TypedWrappersParams) -> Iterator[Output]:
    """Equal values, the options of grad and what they return, and what a type checker sees."""
    x = jnp.linspace(0, 4 * jnp.pi, 6, dtype=jnp.float16)
    yield values("f at six points", jit=jax.jit(f)(x), typed_jit=typed_jit(f)(x))
    yield values(
        "2x³ and 6x² at 2",
        jit=fast(2.0, 2.0),
        typed_jit=typed_fast(2.0, 2.0),
        grad=slope(2.0, 2.0),
        typed_grad=typed_slope(2.0, 2.0),
    )
    yield options()
    yield from checked()


def options() -> Table:
    """The options of jax.grad, their defaults here, and what a gradient is made of with each."""
    known = inspect.signature(jax.grad).parameters
    rows: list[list[Cell]] = []
    for name, (function, value, x) in OPTIONS.items():
        if name not in known:
            rows.append([name, f"gone in jax {jax.__version__}", ""])
            continue
        gradient = jax.grad(function, **{name: value})(x, 2.0)
        dtypes = str(jax.tree.map(dtype_name, gradient)).replace("'", "")
        rows.append([name, repr(known[name].default), dtypes])
    return Table(label="options of grad", columns=["option", "default", "returns"], rows=rows)


def dtype_name(leaf: Any) -> str:
    """Integers have gradients of dtype float0, which hold nothing."""
    return "float0" if leaf.dtype == jax.dtypes.float0 else str(leaf.dtype)


def checked() -> Iterator[Output]:
    """What pyright says of the functions on the slide, and of a call with a wrong argument."""
    if not (PYRIGHT.exists() and shutil.which("node")):
        yield Note(text="The type checker pyright is not installed here: npm ci in the project brings it.")
        return
    codes = ["fast", "typed_fast", 'fast("two")', 'typed_fast("two")', "slope", "typed_slope"]
    said = pyright([*(code if "(" in code else f"reveal_type({code})" for code in codes), LAST])
    rows: list[list[Cell]] = [[code, words] for code, words in zip(codes, said, strict=False)]
    yield Table(label="what pyright sees", columns=["code", "type, or complaint"], rows=rows)
    truth = type(typed_loss_slope({"a": 3.0})).__name__
    columns = ["code", "type for the checker", "returned"]
    yield Table(label="a promise", columns=columns, rows=[["typed_loss_slope", said[-1], truth]])


def pyright(lines: list[str]) -> list[str]:
    """What it says of each line, put below the code of the slides."""
    here = Path(__file__)
    head = ["import jax", "from experiments.helpers.typed import typed_grad, typed_jit"]
    code = "\n".join([*head, region(here, "slide").code, region(here, "limit").code])
    with TemporaryDirectory() as folder:
        file = Path(folder, "revealed.py")
        file.write_text("\n".join([code, *lines]))
        told = subprocess.run(
            [PYRIGHT, "--outputjson", "--pythonpath", sys.executable, file],
            cwd=project().root, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    first = len(code.splitlines())
    said = dict.fromkeys(range(first, first + len(lines)), "no complaint")
    for one in json.loads(told.stdout)["generalDiagnostics"]:
        words = one["message"].splitlines()[0]
        said[one["range"]["start"]["line"]] = re.sub(r'^Type of ".*" is "(.*)"$', r"\1", words)
    return list(said.values())
