"""A calculation of known work: timed in each library on the same data, and counted by the compiler."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from experiments.helpers.counting import count
from jaxlive import (
    Array,
    Cell,
    Timings,
    Variant,
    Work,
    compare,
    current_platform,
    jitted,
    numpy,
    pytorch,
    torch_problem,
)
from jaxlive.lab.measure.precision import Mode, in_force, multiplying, numpy_problem

Functions = Callable[[Any], dict[str, Callable[..., Any]]]
"""From a library (numpy, jax.numpy, torch) to the same functions in it, by name."""


@dataclass(frozen=True)
class Case:
    """The function that the last word of the name says, the shapes it takes, and its work by formula.

    `mode` is how float32 is multiplied, where the device has TF32.
    """

    name: str
    shapes: list[tuple[int, ...]]
    work: Work
    dtype: str = "float32"
    mode: Mode = "float32"

    @property
    def key(self) -> str:
        """Which of the functions."""
        return self.name.split()[-1]

    @property
    def precision(self) -> str:
        """What its rows say: tf32, or the dtype."""
        with multiplying(self.mode):
            return in_force("jax", current_platform(), self.dtype)

    def arrays(self) -> list[Array]:
        """Uniform in [0, 1), the same for every library."""
        rng = np.random.default_rng(0)
        return [rng.random(shape).astype(jnp.dtype(self.dtype)) for shape in self.shapes]

    def reference(self, functions: Functions) -> Any:
        """The result in float64."""
        return functions(np)[self.key](*(array.astype(np.float64) for array in self.arrays()))

    def timed(self, functions: Functions, budget_s: float) -> Generator[Timings, None, Timings]:
        """Compare the libraries. Raises what `compare` does."""
        with jax.enable_x64(self.dtype == "float64"), multiplying(self.mode):
            sides, reference = self._sides(functions), self.reference(functions)
            timings = compare(
                self.name, sides, reference=reference, over="jit", work=self.work, budget_s=budget_s
            )
            return (yield from timings)

    def counted(self, functions: Functions) -> list[Cell]:
        """The work by formula beside XLA's count, as a row for `counting.COLUMNS`."""
        with jax.enable_x64(self.dtype == "float64"):
            shapes = [jax.ShapeDtypeStruct(shape, jnp.dtype(self.dtype)) for shape in self.shapes]
            return count(self.name, jax.jit(functions(jnp)[self.key]), self.work, *shapes)

    def _sides(self, functions: Functions) -> dict[str, Variant]:
        arrays = self.arrays()
        sides = {"jit": jitted(jax.jit(functions(jnp)[self.key]), *arrays)}
        if self.dtype == "bfloat16":  # NumPy multiplies it one by one, and PyTorch takes none from NumPy
            return sides
        if numpy_problem(current_platform(), self.dtype) is None:
            sides["numpy"] = numpy(functions(np)[self.key], *arrays)
        if torch_problem() is None:
            sides["torch"] = pytorch(functions(import_module("torch"))[self.key], *arrays)
        return sides
