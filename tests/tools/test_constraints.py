"""What the resolver takes for a GPU: the pinned packages of NVIDIA, and no others. Nothing is installed."""

import json
import os
import platform
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.running import ROOT

EXTRAS = os.environ.get("JAXLIVE_SOAK_EXTRAS", "cuda13").split()
"""JAXLIVE_SOAK_EXTRAS="cuda12 cuda13" for both; the first takes three times as long."""
PINNED = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines())
TAGS = ["manylinux2014", *(f"manylinux_2_{minor}" for minor in range(17, 29))]
LINUX = [f"--platform={tag}_x86_64" for tag in TAGS]
"""pip takes the tags that are named, and no older ones by itself."""
UNANSWERED = ("Could not fetch URL", "No matching distribution found for torch", "NewConnectionError")


@pytest.mark.timeout(600)  # half a minute each with a quick index: metadata of fifty packages
@pytest.mark.skipif(platform.system() != "Linux", reason="markers are those of the system that asks")
@pytest.mark.parametrize("extra", EXTRAS)
def test_the_resolver_takes_the_pinned_packages(extra: str, tmp_path: Path) -> None:
    found = resolved(extra, tmp_path)
    for_gpus = {
        name: version for name, version in found.items() if name.startswith(("cuda-", "jax-", "nvidia-"))
    }
    unpinned = {
        name: version for name, version in for_gpus.items() if not same(version, PINNED.get(name, ""))
    }
    assert not unpinned
    assert found["torch"] == PINNED["torch"]
    assert f"jax-{extra}-plugin" in for_gpus
    assert f"nvidia-cudnn-{extra.replace('cuda', 'cu')}" in for_gpus


def same(version: str, pin: str) -> bool:
    """13.0.3.0 is 13.0.3."""
    return version.removesuffix(".0") == pin.removesuffix(".0")


def resolved(extra: str, folder: Path) -> dict[str, str]:
    """Versions by name of torch, JAX with this extra, and what they need, for Linux and Python 3.12."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = ["torch", *project["optional-dependencies"][extra]]
    ended = subprocess.run(
        [
            sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet",
            "--retries=1", "--report=-", f"--target={folder}", "--python-version=3.12", "--only-binary=:all:",
            *LINUX, "-c", "constraints.txt", *asked,
        ],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if any(words in ended.stderr for words in UNANSWERED):
        pytest.skip("no package index answers, so nothing can be resolved")
    assert ended.returncode == 0, ended.stderr
    packages = json.loads(ended.stdout)["install"]
    return {one["metadata"]["name"].lower().replace("_", "-"): one["metadata"]["version"] for one in packages}
