"""What is installed, and which devices JAX and torch see: `pytest -m installation` tells what is missing."""

import re
from importlib import metadata
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlive.lab.declare.environment import describe

pytestmark = pytest.mark.installation


def test_versions_are_those_of_the_packages() -> None:
    versions = describe().versions
    assert {"jax", "jaxlib", "numpy", "torch"} <= versions.keys()
    for name, version in versions.items():
        assert version == metadata.version(name)
        assert re.match(r"\d+\.\d+", version)


def test_jax_has_a_device_and_computes() -> None:
    assert jax.device_count() >= 1
    assert jax.devices()[0].platform in {"cpu", "gpu"}
    np.testing.assert_allclose(jnp.array([1, 2, 3]) / 3, [0.333, 0.667, 1], atol=5e-4)


def test_torch_computes() -> None:
    import torch

    random = torch.rand(5, 3)
    assert random.shape == (5, 3)
    assert bool(((random >= 0) & (random < 1)).all())


def test_jax_sees_the_gpu() -> None:
    if jax.default_backend() != "gpu":
        pytest.skip(f"jax {jax.__version__} has no GPU here, but {jax.devices()}")
    assert describe().devices[0].kind == "gpu"
    assert next(iter(jnp.zeros(1).devices())).platform == "gpu"


def test_torch_sees_the_gpu_and_cudnn() -> None:
    import torch

    if not torch.cuda.is_available():
        pytest.skip(f"torch {torch.__version__} has no GPU here")
    assert torch.rand(5, 3, device="cuda").is_cuda
    cudnn: Any = torch.backends.cudnn
    assert cudnn.version() >= 8000
