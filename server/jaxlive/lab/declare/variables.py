"""Variables of an experiment's own environment, taken over by a process that has imported the libraries."""

import os
from collections.abc import Mapping

import jax

READ_LATER = ("XLA_", "CUDA_", "NVIDIA_", "JAXLIVE_")
"""Read when a backend or an experiment starts. OMP_NUM_THREADS and the like are read by an import."""


def can_take_over(environment: Mapping[str, str]) -> bool:
    """Whether `take_over` reaches all who read these variables; else they need a process that has them."""
    return all(name.startswith(READ_LATER) or _option(name) is not None for name in environment)


def take_over(environment: Mapping[str, str]) -> None:
    """Set variables before any backend starts, and the options that JAX has read from them at its import."""
    os.environ.update(environment)
    for name, text in environment.items():
        option = _option(name)
        if isinstance(option, bool):
            jax.config.update(name.lower(), text.lower() in ("1", "true", "t", "yes", "y", "on"))
        elif option is not None:
            jax.config.update(name.lower(), type(option)(text))


def _option(name: str) -> bool | int | float | str | None:
    """The value of JAX's option of this name; None for one that is not there, or is not set."""
    value = getattr(jax.config, name.lower(), None) if name.startswith("JAX_") else None
    return value if isinstance(value, bool | int | float | str) else None
