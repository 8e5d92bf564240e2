"""What `tools/venv` asks pip for, by a Python that only writes it down."""

import subprocess
from pathlib import Path

import pytest

from tests.running import ROOT


@pytest.mark.parametrize(("extra", "asked"), [("cuda12", 2), ("cuda13", 1), ("", 1)])
def test_on_cuda_12_its_own_libraries_are_laid_over_those_of_torch(
    tmp_path: Path, extra: str, asked: int
) -> None:
    python, log = tmp_path / "bin" / "python", tmp_path / "log"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\necho "$@" >> {log}\n')
    python.chmod(0o755)
    subprocess.run(["tools/venv", str(tmp_path), extra], cwd=ROOT, check=True)
    lines = log.read_text().splitlines()
    assert len(lines) == asked
    assert lines[0].endswith(f"-c constraints.txt -e server -e .{f'[{extra}]' if extra else ''}")
    if extra == "cuda12":
        assert "--force-reinstall --no-deps nvidia-cudnn-cu12 nvidia-nccl-cu12" in lines[1]
