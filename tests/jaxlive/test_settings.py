from pathlib import Path

import pytest

from jaxlive.project import project
from jaxlive.settings import Settings


def test_two_talks_keep_their_runs_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAXLIVE_HISTORY", raising=False)
    kept = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv("JAXLIVE_PROJECT", str(tmp_path / name))
        project.cache_clear()
        kept.append(Settings().history)
    project.cache_clear()
    assert kept[0] != kept[1]
