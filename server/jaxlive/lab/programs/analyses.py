"""What XLA tells of a compiled program, and JAX of a gradient: estimates, memory, what is kept.

JAX leaves open what these say (https://docs.jax.dev/en/latest/api_compatibility.html).
"""

import re
from collections.abc import Callable
from typing import Any

from jax.ad_checkpoint import print_saved_residuals
from jax.stages import Compiled

from jaxlive.lab.declare.blocks import Cost
from jaxlive.lab.declare.values import printed


def estimates(compiled: Compiled) -> Cost | None:
    """The compiler's estimates, which leave out a zero; backends may give none.

    Checked on jax 0.8.3, 0.10.2 and 0.12.0 (CPU). There the body of a loop counts once.
    """
    counts, memory = compiled.cost_analysis(), compiled.memory_analysis()
    if not isinstance(counts, dict):
        return None
    return Cost(
        flops=_known(counts.get("flops", 0.0)),
        bytes=_known(counts.get("bytes accessed", 0.0)),
        peak_memory_bytes=_known(getattr(memory, "peak_memory_in_bytes", None)),
    )


def _known(number: float | None) -> float | None:
    """The compiler writes -1 for what it cannot count."""
    return None if number is None or number < 0 else number


def temporary_bytes(compiled: Compiled) -> int:
    """What XLA reserves for arrays that are neither argument nor result. Checked on jax 0.10.2 (CPU).

    Raises RuntimeError where the backend tells nothing.
    """
    memory = compiled.memory_analysis()
    if memory is None:
        raise RuntimeError("this backend doesn't tell how much memory a program takes: choose device cpu")
    return int(memory.temp_size_in_bytes)


def residuals(function: Callable[..., Any], *args: Any) -> list[str]:
    """What the gradient keeps of the way forward, in JAX's words, with file names instead of paths."""
    lines = printed(print_saved_residuals, function, *args)[1]
    return [re.sub(r"from /\S+/", "from ", line) for line in lines]
