"""Which extra `make talk` installs, by what the driver says."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.running import ROOT

HEADER = "| NVIDIA-SMI 580.65.06   Driver Version: 580.65.06   CUDA Version: {} |"


@pytest.mark.parametrize(
    ("prints", "extra"),
    [
        (HEADER.format("13.0"), "cuda13"),
        (HEADER.format("12.4"), "cuda12"),
        ("a driver that does not name its CUDA version", "cuda12"),
    ],
)
def test_the_extra_follows_the_driver(tmp_path: Path, prints: str, extra: str) -> None:
    driver = tmp_path / "nvidia-smi"
    driver.write_text(f"#!/bin/sh\necho '{prints}'\n")
    driver.chmod(0o755)
    assert gpu_extra(f"{tmp_path}:{os.environ['PATH']}") == extra


def test_without_a_working_driver_there_is_no_extra(tmp_path: Path) -> None:
    driver = tmp_path / "nvidia-smi"
    driver.write_text("#!/bin/sh\necho 'no devices were found'\nexit 9\n")
    driver.chmod(0o755)
    assert gpu_extra(f"{tmp_path}:{os.environ['PATH']}") == ""


def gpu_extra(path: str) -> str:
    environment = os.environ | {"PATH": path}
    printed = subprocess.run(
        ["tools/gpu-extra"], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return printed.stdout.strip()
