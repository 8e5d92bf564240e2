"""How float32 is multiplied: in float32, or in TF32, which keeps ten bits of the fraction of each factor.

GPUs of NVIDIA have TF32 since A100. There JAX takes it for float32 products by default, while PyTorch takes
it for convolutions and recurrent layers only: rows of unlike work. So the mode is set on both sides before
anything is traced, and what a row says is read back from the library that computed it.

JAX writes its switch into every product of a jaxpr and of StableHLO. Without TF32 in the machine there is
one float32 only, so the switches are left alone there, and programs on slides stay free of JAX's.

Sources: https://docs.jax.dev/en/latest/_autosummary/jax.default_matmul_precision.html,
https://docs.pytorch.org/docs/stable/notes/cuda.html#tensorfloat-32-tf32-on-ampere-and-later-devices
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Literal

import jax

from jaxlive.lab.programs.stages import compute_capability

Mode = Literal["float32", "tf32"]
JAX: dict[Mode, str] = {"float32": "highest", "tf32": "tensorfloat32"}
FIRST_WITH_TF32 = (8, 0)
"""Compute capability of A100."""


@contextmanager
def multiplying(mode: Mode) -> Iterator[None]:
    """Multiply and convolve float32 in this mode, in JAX and in torch where it is loaded; then as before."""
    if not has_tf32():
        yield
        return
    switches = _torch_switches()
    before = [one.allow_tf32 for one in switches]
    try:
        for one in switches:
            one.allow_tf32 = mode == "tf32"
        with jax.default_matmul_precision(JAX[mode]):
            yield
    finally:
        for one, value in zip(switches, before, strict=True):
            one.allow_tf32 = value


def in_force(framework: str, device: str, dtype: str) -> str:
    """What a library multiplies this dtype in on this device, by its own switches: tf32, or the dtype."""
    if dtype != "float32" or device == "cpu" or framework == "numpy" or not has_tf32():
        return dtype
    if framework == "jax":
        config: Any = jax.config
        return "float32" if config.jax_default_matmul_precision in ("highest", "float32") else "tf32"
    return "tf32" if any(one.allow_tf32 for one in _torch_switches()) else "float32"


def tf32_problem(device: str) -> str | None:
    """Why TF32 cannot be had on this device, in a sentence; None when it can."""
    if device != "cpu" and has_tf32():
        return None
    return f"This {device} has no TF32, which came with the A100: products are in float32, as the rows say."


def numpy_problem(device: str, dtype: str) -> str | None:
    """Why NumPy cannot stand beside JAX on this device now, in a sentence; None when it can."""
    if in_force("jax", device, dtype) == dtype:
        return None
    return "NumPy has no TF32: its products stay in float32, which is other work."


@cache
def has_tf32() -> bool:
    """Whether a device of this machine has TF32."""
    return any(compute_capability(device) >= FIRST_WITH_TF32 for device in jax.devices())


def _torch_switches() -> list[Any]:
    """Of products, and of convolutions and recurrent layers; none where torch is not loaded.

    By the older of torch's two interfaces: its own torch.export reads that one, and raises where the newer
    one, `fp32_precision`, was used.
    """
    torch = sys.modules.get("torch")
    if torch is None:
        return []
    return [torch.backends.cuda.matmul, torch.backends.cudnn]
