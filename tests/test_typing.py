"""What the type checkers say of the typed wrappers' signatures; `make lint` has mypy check the project."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import ROOT

pytestmark = [pytest.mark.typing, pytest.mark.timeout(600)]

PYRIGHT = ROOT / "node_modules" / ".bin" / "pyright"
SIGNATURE = r"\(x: float, n: int ?=[^)]*\) -> float"
CODE = """
import jax

from experiments.helpers.typed import typed_grad, typed_jit


def f(x: float, n: int = 2) -> float:
    return x**n


reveal_type(jax.jit(f))
reveal_type(typed_jit(f))
reveal_type(jax.grad(f))
reveal_type(typed_grad(f))
reveal_type(typed_grad(typed_jit(f)))
typed_jit(f)("two")
jax.jit(f)("two")
"""
HIDDEN, SHOWN = [11, 13], [12, 14, 15]


def run(*command: str | Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture
def code(tmp_path: Path) -> Path:
    file = tmp_path / "revealed.py"
    file.write_text(CODE)
    return file


def check_revealed(lines: list[str], complaint: str) -> None:
    """The signature is seen through the wrappers, not through JAX, and used to find the one mistake."""
    said = {int(found[1]): line for line in lines if (found := re.search(r"revealed\.py:(\d+):", line))}
    assert all(re.search(SIGNATURE, said[line]) for line in SHOWN), said
    assert not any(re.search(SIGNATURE, said[line]) for line in HIDDEN), said
    assert complaint in said[16]
    assert 17 not in said


def test_mypy_sees_signatures_through_the_wrappers_alone(code: Path) -> None:
    lines = run(sys.executable, "-m", "mypy", code).stdout.splitlines()
    check_revealed(lines, 'incompatible type "str"; expected "float"')


@pytest.mark.skipif(
    not (PYRIGHT.exists() and shutil.which("node")), reason="pyright is not installed: run npm ci"
)
def test_pyright_sees_signatures_through_the_wrappers_alone(code: Path) -> None:
    lines = run(PYRIGHT, "--pythonpath", sys.executable, code).stdout.splitlines()
    check_revealed(lines, "cannot be assigned to parameter")
