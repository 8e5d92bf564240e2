"""Agreement with a float64 reference, in equal precision, on the device asked for: else it is an error."""

from collections.abc import Mapping, Sequence, Set
from typing import Any

import jax
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
TF32_EPS = 2.0**-10


class Disagreement(ValueError):
    """A variant computes something else than the reference."""


class Misplaced(RuntimeError):
    """A variant computed on another device than it says."""


def max_rel_error(
    name: str, got: Sequence[Array], reference: Any, tolerance: float | None, tf32: bool = False
) -> float:
    """Largest |got - reference| over largest |reference|, the worst of all leaves of the result.

    `reference` is a float64 tree. The tolerance is by default the square root of the result's machine
    epsilon, for float32 with `tf32` that of TF32: half of its digits. Raises Disagreement where shapes
    differ, or the error is above the tolerance.
    """
    expected = [np.asarray(leaf, np.float64) for leaf in jax.tree.leaves(reference)]
    shapes, wanted = [leaf.shape for leaf in got], [leaf.shape for leaf in expected]
    if shapes != wanted:
        raise Disagreement(f"{name} gives shapes {shapes}, expected {wanted}: compute the same thing")
    worst = 0.0
    for leaf, right in zip(got, expected, strict=True):
        error = _relative_error(leaf, right)
        allowed = tolerance if tolerance is not None else _half_of_the_digits(leaf.dtype, tf32)
        if not error <= allowed:
            raise Disagreement(
                f"{name} is off by {error:.2g} of the largest reference value, allowed are {allowed:.2g}: "
                "it computes something else, or in too small a dtype"
            )
        worst = max(worst, error)
    return worst


def _relative_error(got: Array, expected: Array) -> float:
    if not expected.size:
        return 0.0
    error, scale = np.max(np.abs(got.astype(np.float64) - expected)), np.max(np.abs(expected))
    return float(error / scale) if scale else float(error)


def _half_of_the_digits(dtype: np.dtype[Any], tf32: bool) -> float:
    if tf32 and dtype == np.float32:
        return float(TF32_EPS**0.5)
    inexact = jax.numpy.issubdtype(dtype, jax.numpy.inexact)
    return float(jax.numpy.finfo(dtype).eps) ** 0.5 if inexact else 0.0


def check_precisions(precisions: Mapping[str, str]) -> None:
    """Raise Disagreement when variants compute in unlike dtypes or modes: then their work is unlike too."""
    if len(set(precisions.values())) > 1:
        listed = ", ".join(f"{name} in {precision}" for name, precision in precisions.items())
        raise Disagreement(
            f"unlike precision: {listed}. Give all the same arrays (float64 needs enable_x64), and multiply "
            "float32 in one mode (`with multiplying(mode)`; NumPy has no TF32)."
        )


def check_placed(name: str, platforms: Set[str], wanted: str) -> None:
    """Raise Misplaced unless the result is where it was to be computed."""
    if platforms != {wanted}:
        found = ", ".join(sorted(platforms)) or "no device"
        raise Misplaced(
            f"{name} left its result on {found}, asked for was {wanted}: "
            "place its arguments there, and return all results"
        )
