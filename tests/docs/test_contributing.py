"""The example of CONTRIBUTING.md, added as it says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from jaxlive.cli.slides import Card, written
from jaxlive.runs.models import Run
from tests.running import ROOT, SMALL_TALK

PYTHON, MARKDOWN = re.findall(
    r"^```(?:python|md)\n(.*?)^```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL | re.MULTILINE
)
NAME = "total-of-a-range"


@pytest.fixture
def added(tmp_path: Path) -> dict[str, str]:
    """The environment in which the example is one of the experiments."""
    package = tmp_path / "added"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "total_of_a_range.py").write_text(PYTHON)
    path = os.pathsep.join([str(tmp_path), SMALL_TALK["PYTHONPATH"]])
    return {**os.environ, "JAXLIVE_PACKAGES": "added", "PYTHONPATH": path}


def run(environment: dict[str, str], *command: str | Path) -> str:
    ended = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_it_runs(added: dict[str, str], tmp_path: Path) -> None:
    run(SMALL_TALK | added, "main.py", NAME, "--count", "4", "--json", tmp_path / "run.json")
    done = Run.model_validate_json((tmp_path / "run.json").read_text())
    assert [item.data for block in done.blocks if block.kind == "values" for item in block.items] == [6]


def test_it_is_in_the_help(added: dict[str, str]) -> None:
    assert NAME in run(SMALL_TALK | added, "main.py", "--help")


def test_it_is_on_a_slide(tmp_path: Path) -> None:
    (tmp_path / "slides.md").write_text(MARKDOWN)
    assert written(tmp_path / "slides.md").runs == [Card(name=NAME)]


def test_the_documents_stay_true_with_it(added: dict[str, str]) -> None:
    run(added, "-m", "pytest", "-q", "tests/docs/test_docs.py")
