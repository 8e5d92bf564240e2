"""Dense linear algebra in float64, the same data and the same four steps in NumPy, PyTorch and JAX.

    C = A B with A, B uniform in [0, 1):  mean A = 0.5,  mean C = 0.25 n,  sum C = 0.25 n³,  C C⁻¹ = I

Source: Moritz Makowski, "JAX Capability Analysis", 2023, n = 5000. Its log has 0.027 s for PyTorch's
product, 37 times the peak of that card: it was not waited for; and max and mean offsets share one name.
Expect: all three call much the same kernels, so none is far ahead; the inverse is good to about 1e-10 in
float64 and to about 1e-2 in float32. On a GPU the product is many times as fast in float32, and in TF32.
"""

from collections.abc import Callable, Iterator
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import (
    Array,
    Cell,
    Note,
    Output,
    Params,
    Table,
    Variant,
    Work,
    compare,
    current_platform,
    experiment,
    jitted,
    numpy,
    pytorch,
    torch_problem,
)
from jaxlive.lab.measure.precision import multiplying, numpy_problem, tf32_problem

Steps = dict[str, Callable[..., Any]]


# region slide
def matrix(key, n):
    draw = jax.random.uniform
    return draw(key, (n, n), float)


def steps(library):
    return {
        "mean": library.mean,
        "sum": library.sum,
        "product": library.matmul,
        "inverse": library.linalg.inv,
    }


# endregion slide


# region offset
def offset(c, inverse):
    identity = np.eye(len(c), dtype=c.dtype)
    error = abs(c @ inverse - identity)
    return [float(error.max()), float(error.mean())]


# endregion offset


class XlaParams(Params):
    """Whose linear algebra, and how large."""

    variant: Literal["all", "numpy", "pytorch", "jax"] = Field("all", description="one library, or all")
    matrix_size: int = Field(
        800, ge=2, le=10_000, description="rows, and columns", json_schema_extra={"unit": "rows"}
    )
    precision: Literal["float64", "float32", "tf32"] = Field(
        "float64", description="of the product; tf32 on a GPU that has it"
    )

    def bytes_needed(self) -> int:
        """A, B, C, inverses, references and work space of three sides: 30 matrices of float64."""
        return 30 * 8 * self.matrix_size**2


@experiment(title="The same kernels underneath", section="Performance", typical_seconds=8)
def xla(params: XlaParams) -> Iterator[Output]:
    """The values that the formulas foretell, each step timed apart, and how good each inverse is."""
    n, variant = params.matrix_size, params.variant
    if variant == "all" and (problem := torch_problem()):
        yield Note(text=f"Without PyTorch: {problem}")
    with jax.enable_x64(True):
        key_a, key_b, _ = jax.random.split(jax.random.key(0), 3)
        a, b = np.asarray(matrix(key_a, n)), np.asarray(matrix(key_b, n))
        c = a @ b
        yield foretold(a, b, c)
        yield from timed(variant, "mean", Work(flops=n**2, bytes=a.nbytes), a)
        yield from timed(variant, "sum", Work(flops=n**2, bytes=a.nbytes), a)
        yield from product(params, a, b)
        # C is ill-conditioned: inverses that are equally good agree in fewer digits.
        yield from timed(variant, "inverse", Work(flops=2 * n**3, bytes=2 * a.nbytes), c, tolerance=1e-5)
        yield from offsets(variant, a, b)


def timed(
    variant: str, step: str, work: Work, *args: Array, tolerance: float | None = None
) -> Iterator[Output]:
    """One step in all libraries that were chosen, against NumPy's result in float64."""
    yield from compare(
        step,
        sides(variant, step, *args),
        reference=steps(np)[step](*(array.astype(np.float64) for array in args)),
        of="numpy",
        over="jax",
        work=work,
        tolerance=tolerance,
        budget_s=1.5,
    )


def product(params: XlaParams, a: Array, b: Array) -> Iterator[Output]:
    """A B in the precision that was chosen; why it is not that, where the device has no TF32."""
    fast, dtype = params.precision == "tf32", "float64" if params.precision == "float64" else "float32"
    if fast and (problem := tf32_problem(current_platform())):
        yield Note(text=problem)
    a, b = a.astype(dtype), b.astype(dtype)
    with multiplying("tf32" if fast else "float32"):
        if params.variant in ("all", "numpy") and (problem := numpy_problem(current_platform(), dtype)):
            yield Note(text=problem)
        yield from timed(params.variant, "product", Work(flops=2 * len(a) ** 3, bytes=3 * a.nbytes), a, b)


def offsets(variant: str, a: Array, b: Array) -> Iterator[Output]:
    """Largest and mean |C C⁻¹ − I|, in double and in single precision."""
    rows: list[list[Cell]] = []
    for dtype in ("float64", "float32"):
        c = a.astype(dtype) @ b.astype(dtype)
        for name, side in sides(variant, "inverse", c).items():
            rows.append([name, dtype, *offset(c, side.leaves(side.call())[0])])
    columns = ["library", "dtype", "largest", "mean"]
    yield Table(label="offset of C C⁻¹ from identity", columns=columns, rows=rows)


def sides(variant: str, step: str, *args: Array) -> dict[str, Variant]:
    """The step in the libraries that were chosen, on the same data."""
    made: dict[str, Callable[[], Variant]] = {
        "numpy": lambda: numpy(steps(np)[step], *args),
        "pytorch": lambda: torch_side(step, *args),
        "jax": lambda: jitted(jax.jit(steps(jnp)[step]), *args),
    }
    if variant == "all" and torch_problem():
        del made["pytorch"]
    if variant == "all" and numpy_problem(current_platform(), str(args[0].dtype)):
        del made["numpy"]
    return {name: make() for name, make in made.items() if variant in ("all", name)}


def torch_side(step: str, *args: Array) -> Variant:
    """The step in PyTorch, which takes long to import."""
    import torch

    return pytorch(steps(torch)[step], *args)


def foretold(a: Array, b: Array, c: Array) -> Table:
    """Means and sums beside what uniform numbers give on average."""
    n = len(a)
    rows: list[list[Cell]] = []
    for name, values, mean in (("A", a, 0.5), ("B", b, 0.5), ("C", c, 0.25 * n)):
        for of, got, expected in (("mean", values.mean(), mean), ("sum", values.sum(), mean * n**2)):
            rows.append([f"{of} {name}", float(got), expected, float(got / expected - 1)])
    return Table(label="values foretold", columns=["of", "got", "expected", "relative offset"], rows=rows)
