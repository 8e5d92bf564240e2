"""Variables of an experiment's own, in a process that has imported JAX already."""

import subprocess
import sys

import pytest

from jaxlive.lab.declare.variables import can_take_over
from tests.running import ROOT


@pytest.mark.parametrize(
    ("name", "can"),
    [
        ("JAX_NUM_CPU_DEVICES", True),
        ("JAX_ENABLE_X64", True),
        ("XLA_FLAGS", True),
        ("CUDA_VISIBLE_DEVICES", True),
        ("JAX_DEFAULT_MATMUL_PRECISION", False),
        ("JAX_NO_SUCH_OPTION", False),
        ("OMP_NUM_THREADS", False),
        ("PYTHONHASHSEED", False),
    ],
)
def test_what_an_import_has_read_cannot_be_taken_over(name: str, can: bool) -> None:
    assert can_take_over({"XLA_FLAGS": "", name: "1"}) == can


@pytest.mark.parametrize(
    ("environment", "expression", "value"),
    [
        ({"JAX_NUM_CPU_DEVICES": "3"}, "len(jax.devices())", "3"),
        ({"XLA_FLAGS": "--xla_force_host_platform_device_count=4"}, "len(jax.devices())", "4"),
        ({"JAX_ENABLE_X64": "true"}, "jax.numpy.ones(1).dtype", "float64"),
        ({"JAX_ENABLE_X64": "0"}, "jax.numpy.ones(1).dtype", "float32"),
    ],
)
def test_jax_follows_them_as_if_it_had_been_started_with_them(
    environment: dict[str, str], expression: str, value: str
) -> None:
    code = f"import jax; from jaxlive.lab.declare.variables import take_over; take_over({environment}); "
    command = [sys.executable, "-c", f"{code}print({expression})"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == value
