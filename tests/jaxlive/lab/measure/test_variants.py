import importlib.util
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlive.lab.declare.environment import MissingDevice
from jaxlive.lab.measure import variants
from jaxlive.lab.measure.variants import (
    Variant,
    current_platform,
    eager,
    jitted,
    numpy,
    pytorch,
    torch_problem,
)

X = np.array([1.0, 2.0], np.float32)


def square(x: Any) -> Any:
    return x * x


def result(variant: Variant) -> list[Any]:
    with variant.scope():
        got = variant.call()
    if variant.wait:
        variant.wait(got)
    return variant.leaves(got)


@pytest.mark.parametrize(
    ("variant", "framework", "mode"),
    [
        (numpy(square, X), "numpy", "eager"),
        (eager(square, X), "jax", "eager"),
        (jitted(jax.jit(square), X), "jax", "jit"),
    ],
)
def test_adapters_compute_the_same_from_the_same_array(variant: Variant, framework: str, mode: str) -> None:
    (got,) = result(variant)
    np.testing.assert_array_equal(got, np.array([1, 4], np.float32))
    assert (got.dtype, variant.framework, variant.mode) == (np.float32, framework, mode)
    assert variant.threads >= 1
    assert (variant.compile is not None) == (mode == "jit")


@pytest.mark.skipif(torch_problem() is not None, reason=str(torch_problem()))
def test_torch_computes_the_same_without_gradients() -> None:
    import torch

    inside: list[bool] = []

    def watched(x: Any) -> Any:
        inside.append(torch.is_inference_mode_enabled())
        return x * x

    np.testing.assert_array_equal(result(pytorch(watched, np.asarray(jnp.asarray(X)))), [[1, 4]])
    assert inside == [True]


def test_the_current_platform_follows_the_default_device() -> None:
    with jax.default_device(jax.devices("cpu")[0]):
        assert current_platform() == "cpu"


def test_a_missing_torch_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert torch_problem() == "torch is not installed."


def test_a_torch_without_the_gpu_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_gpu(kind: str) -> str:
        raise MissingDevice("torch has none")

    monkeypatch.setattr(variants, "torch_device", no_gpu)
    assert torch_problem() in ("torch has none", "torch is not installed.")
