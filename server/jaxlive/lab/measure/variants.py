"""Variants: one calculation as a framework does it, ready to be timed by `compare`.

All adapters take the same NumPy arrays and place them on their device before the clock starts: the data
are equal on all sides, and no transfer is timed.
"""

import importlib.util
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import jax
import numpy as np
import numpy.typing as npt
from jax.stages import Wrapped

from jaxlive.lab.declare.blocks import Compile
from jaxlive.lab.declare.environment import MissingDevice, thread_count, torch_device
from jaxlive.lab.measure.compiling import compile_split
from jaxlive.lab.programs.stages import is_ready

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Variant:
    """A call, how to wait for its result, and the result's leaves as NumPy arrays.

    `device` is JAX's name of the platform, cpu or gpu; `wait` is None where a call returns when its work is
    done, and takes one result or a list of them; `scope` is entered around every sample.
    """

    framework: Literal["numpy", "torch", "jax"]
    mode: str
    device: str
    call: Callable[[], Any]
    leaves: Callable[[Any], list[Array]]
    threads: int
    wait: Callable[[Any], object] | None = None
    scope: Callable[[], AbstractContextManager[object]] = nullcontext
    compile: Callable[[], Compile] | None = None
    inputs: Literal["warm", "cold"] = "warm"


def numpy(function: Callable[..., Any], *args: Array) -> Variant:
    """The function as it is, on NumPy arrays; NumPy has no other device than the CPU."""
    return Variant(
        framework="numpy",
        mode="eager",
        device="cpu",
        call=partial(function, *args),
        leaves=_leaves,
        threads=thread_count(),
    )


def eager(function: Callable[..., Any], *args: Array) -> Variant:
    """The function as it is, on JAX arrays on JAX's current default device."""
    return Variant(
        framework="jax",
        mode="eager",
        device=current_platform(),
        call=partial(function, *jax.device_put(args)),
        wait=jax.block_until_ready,
        leaves=_leaves,
        threads=thread_count(),
    )


def jitted(function: Wrapped, *args: Array) -> Variant:
    """A function that `jax.jit` made, with what its compilation costs, on JAX's current default device."""
    placed = jax.device_put(args)
    return Variant(
        framework="jax",
        mode="jit",
        device=current_platform(),
        call=partial(function, *placed),
        wait=jax.block_until_ready,
        leaves=_leaves,
        threads=thread_count(),
        compile=partial(compile_split, function, *placed),
    )


def pytorch(function: Callable[..., Any], *args: Array) -> Variant:
    """The function on torch tensors in inference mode, on the device that JAX uses. Raises MissingDevice."""
    import torch

    device = torch_device(current_platform())
    tensors = [torch.tensor(array, device=device) for array in args]
    return Variant(
        framework="torch",
        mode="eager",
        device=current_platform(),
        call=partial(function, *tensors),
        wait=None if device == "cpu" else lambda _: torch.cuda.synchronize(),
        leaves=lambda result: [leaf.cpu().numpy() for leaf in jax.tree.leaves(result)],
        threads=torch.get_num_threads(),
        scope=torch.inference_mode,
    )


def torch_problem() -> str | None:
    """Why `pytorch` cannot be used where JAX computes now, in a sentence; None when it can."""
    if importlib.util.find_spec("torch") is None:
        return "torch is not installed."
    try:
        torch_device(current_platform())
    except MissingDevice as missing:
        return str(missing)
    return None


def current_platform() -> str:
    """cpu or gpu: where JAX puts new arrays now."""
    return _platform(jax.numpy.zeros(()))


def finished(result: Any) -> bool:
    """Whether nothing of a result is still being computed: JAX arrays are ready, torch's stream is empty."""
    leaves = jax.tree.leaves(result)
    if any(getattr(leaf, "is_cuda", False) for leaf in leaves):
        import torch

        return torch.cuda.current_stream().query()
    return all(is_ready(leaf) is not False for leaf in leaves if isinstance(leaf, jax.Array))


def platforms(result: Any) -> set[str]:
    """Where the leaves of a result are, by JAX's names: cpu, gpu."""
    return {_platform(leaf) for leaf in jax.tree.leaves(result)}


def _platform(leaf: Any) -> str:
    if isinstance(leaf, jax.Array):
        return str(next(iter(leaf.devices())).platform)
    return "gpu" if getattr(leaf, "is_cuda", False) else "cpu"


def _leaves(result: Any) -> list[Array]:
    return [np.asarray(leaf) for leaf in jax.tree.leaves(result)]
