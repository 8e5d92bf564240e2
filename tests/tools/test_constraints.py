"""The pins fit what is asked for and what is installed; the resolver takes them for a GPU and no others."""

import json
import os
import platform
import subprocess
import sys
import tomllib
from importlib import metadata
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.running import ROOT

EXTRAS: list[Any] = os.environ.get("JAXLIVE_SOAK_EXTRAS", "").split() or [
    pytest.param("", marks=pytest.mark.skip(reason="`make soak` asks the index, which takes minutes"))
]
LINES = (ROOT / "constraints.txt").read_text().splitlines()
PINNED = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in LINES)}
PROJECTS = [
    tomllib.loads(file.read_text())["project"]
    for file in (ROOT / "pyproject.toml", ROOT / "server" / "pyproject.toml")
]
TAGS = ["manylinux2014", *(f"manylinux_2_{minor}" for minor in range(17, 29))]
LINUX = [f"--platform={tag}_x86_64" for tag in TAGS]
"""pip takes the tags that are named, and no older ones by itself."""
UNANSWERED = ("Could not fetch URL", "No matching distribution found for torch", "NewConnectionError")


def accepted(line: str, extra: str) -> bool:
    """Whether the pin is one that this requirement accepts, if it is one for this machine."""
    asked = Requirement(line)
    if asked.name == "setuptools":  # pip brings it where it builds
        return True
    if asked.marker and not asked.marker.evaluate({"extra": extra}):
        return True
    return asked.specifier.contains(PINNED.get(canonicalize_name(asked.name), "none"))


def test_what_the_engine_and_the_talk_ask_for_is_pinned() -> None:
    assert len(PINNED) == len(LINES)
    for one in PROJECTS:
        asked = [*one["dependencies"], *chain(*one["optional-dependencies"].values())]
        assert not [line for line in asked if line != "jaxlive" and not accepted(line, "")]


def test_what_is_installed_is_as_pinned_and_asks_for_what_is_pinned() -> None:
    """Also for a GPU: what JAX asks for with an extra, and torch on Linux."""
    here = {canonicalize_name(one.name): one for one in metadata.distributions()}
    pinned = {name: one for name, one in here.items() if name in PINNED}
    assert not [one.name for name, one in pinned.items() if Version(one.version).public != PINNED[name]]
    for name, one in pinned.items():
        extras = ["", "cuda12", "cuda13"] if name == "jax" else [""]
        refused = [line for line in one.requires or () for extra in extras if not accepted(line, extra)]
        assert not refused, name


@pytest.mark.timeout(600)  # half a minute each with a quick index: metadata of fifty packages
@pytest.mark.skipif(platform.system() != "Linux", reason="markers are those of the system that asks")
@pytest.mark.parametrize("extra", EXTRAS)
def test_the_resolver_takes_the_pinned_packages(extra: str, tmp_path: Path) -> None:
    found = resolved(extra, tmp_path)
    for_gpus = {
        name: version for name, version in found.items() if name.startswith(("cuda-", "jax-", "nvidia-"))
    }
    unpinned = {
        name: version
        for name, version in for_gpus.items()
        if not same(version, PINNED.get(canonicalize_name(name), ""))
    }
    assert not unpinned
    assert found["torch"] == PINNED[canonicalize_name("torch")]
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
