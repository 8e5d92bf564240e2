"""GitHub's workflows, which actionlint checks in `make lint`."""

import subprocess
from pathlib import Path

from tests.running import ROOT

WORKFLOWS = ROOT / ".github" / "workflows"


def lint(*files: Path) -> subprocess.CompletedProcess[str]:
    command = ["node", "tools/workflows.mjs", *map(str, files)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_workflow_with_a_mistake_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "test.yml"
    wrong.write_text((WORKFLOWS / "test.yml").read_text().replace("matrix.node", "matrix.nod"))
    told = lint(wrong)
    assert told.returncode == 1
    assert 'property "nod" is not defined' in told.stderr
    assert lint(*WORKFLOWS.glob("*.yml")).stderr == ""
