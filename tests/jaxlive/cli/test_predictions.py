"""What rooms have guessed becomes a file beside the recordings."""

from pathlib import Path

import pytest

from jaxlive.cli import predictions as command
from jaxlive.project import project
from jaxlive.runs.predictions import Prediction
from tests.jaxlive.room.conftest import question
from tests.running import RunningServer


def test_revealed_predictions_are_written_with_voices_and_date(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in ("open", "revealed"):
        body = {"question": question().model_dump(), "state": state}
        told = server.client.put("/api/predictions", json=body).json()
    monkeypatch.setattr(command, "project", lambda: project().model_copy(update={"recordings": tmp_path}))
    assert command.predictions(server=server.url) == 0
    kept = command.KEPT.validate_json((tmp_path / "predictions.json").read_bytes())
    assert Prediction.model_validate(told) in kept
    assert all(one.at and one.state == "revealed" for one in kept)
