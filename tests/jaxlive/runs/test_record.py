"""The record of a talk: which runs are its own, what its page holds, and what it says where there is none."""

import json
import re
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from jaxlive.cli.execute import Refused
from jaxlive.cli.session import session
from jaxlive.project import BUILT
from jaxlive.runs.models import Edited, Problem, Run
from jaxlive.runs.predictions import Prediction, Question
from jaxlive.runs.record import PAGE, PLACE, NoRecord, moment, of_talk, page, remembered
from jaxlive.runs.store import MIGRATIONS, Store
from tests.running import ROOT

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def a_run(minutes: float, **change: object) -> Run:
    recorded = Run.model_validate_json((ROOT / "recordings" / "vm-2-cores" / "grad.json").read_text())
    at = NOON + timedelta(minutes=minutes)
    return recorded.model_copy(update={"id": f"run {minutes}", "created_at": at, "source": "live", **change})


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of three runs, the first a week before; the deck is built, with one slide."""
    problem = Problem(type="x", title="Crash", status=500, detail="The worker died.", log=["</script>"])
    edited = Edited(code="1", difference="-a\n+b")
    file = tmp_path / "history.sqlite"
    store = Store(file)
    for run in (a_run(-10_000), a_run(0, edited=edited), a_run(5, status="failed", problem=problem)):
        store.save(run, run.model_dump_json(), [])
    store.close()
    (tmp_path / PAGE).write_text(f"<body>{PLACE}</body>")
    slide = {"title": "Gradients", "note": "a secret", "alias": "", "cards": [{"name": "grad", "pinned": {}}]}
    (tmp_path / BUILT).write_text(json.dumps({"slides": [slide]}))
    monkeypatch.setenv("JAXLIVE_HISTORY", str(file))
    monkeypatch.setenv("JAXLIVE_DECK", str(tmp_path))
    return file


def written(file: Path) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="session">(.*?)</script>', file.read_text())
    assert found
    content: dict[str, object] = json.loads(found[1])
    return content


def test_the_last_talk_is_one_file_without_the_notes(history: Path, tmp_path: Path) -> None:
    assert session(out=tmp_path / "talk.html") == 0
    content = written(tmp_path / "talk.html")
    assert content["slides"] == [
        {"title": "Gradients", "alias": "", "cards": [{"name": "grad", "pinned": {}, "drawn": False}]}
    ]
    runs = content["runs"]
    assert isinstance(runs, list)
    assert [run["id"] for run in runs] == ["run 0", "run 5"]
    assert runs[0]["edited"]["difference"] == "-a\n+b"
    assert runs[1]["problem"]["log"] == ["</script>"]


def test_it_has_what_the_room_guessed_of_its_runs(history: Path, tmp_path: Path) -> None:
    store = Store(history)
    for key, run in (("a", "run 5"), ("b", "run -10000")):
        question = Question(of="grad", metric=f"values.{key}", kind="number", ask="How many?")
        asked = Prediction(id=key, question=question, state="revealed", at=NOON, voices=9, run_id=run)
        store.save_prediction(question.key, asked.model_dump_json())
    store.close()
    session(out=tmp_path / "talk.html")
    assert [one["id"] for one in written(tmp_path / "talk.html")["predictions"]] == ["a"]  # type: ignore[attr-defined]


def test_a_talk_of_last_week(history: Path, tmp_path: Path) -> None:
    session(since="2026-11-01", out=tmp_path / "talk.html")
    assert len(written(tmp_path / "talk.html")["runs"]) == 3  # type: ignore[arg-type]


def test_it_reads_what_a_server_uses(history: Path) -> None:
    store = Store(history)
    store.save(a_run(6), a_run(6).model_dump_json(), [])
    assert len(list(remembered(history))) == 4
    store.close()


def test_a_pause_parts_two_talks() -> None:
    runs = [a_run(0), a_run(119), a_run(240), a_run(250)]
    assert [run.id for run in of_talk(runs[::-1])] == ["run 240", "run 250"]


def test_what_cannot_be_had_is_named(history: Path, tmp_path: Path) -> None:
    with pytest.raises(NoRecord, match=r"nothing has run since 2027-01-01 .* earlier --since"):
        session(since="2027-01-01T12:00+00:00")
    with pytest.raises(NoRecord, match="nothing has run yet"):
        of_talk([])
    with pytest.raises(Refused, match="--since is 'tuesday'"):
        session(since="tuesday")
    with pytest.raises(Refused, match="can't be written"):
        session(out=tmp_path)
    with pytest.raises(NoRecord, match="no talk has run here"):
        list(remembered(tmp_path / "nothing.sqlite"))
    with pytest.raises(NoRecord, match="run make deck"):
        page([], [], tmp_path / "not-built")


def test_a_history_of_a_newer_version_or_a_locked_one_is_named(history: Path) -> None:
    db = sqlite3.connect(history, isolation_level=None)
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(NoRecord, match="use the program that wrote it"):
        list(remembered(history))
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("BEGIN EXCLUSIVE")
    with pytest.raises(NoRecord, match="is locked"):
        list(remembered(history))
    db.close()


def test_a_file_that_is_no_history_is_named(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database, but long enough to be read as one" * 30)
    with pytest.raises(NoRecord, match="can't be read"):
        list(remembered(tmp_path / "text"))


def test_a_date_is_of_this_machine() -> None:
    assert moment("2026-11-15T12:00+00:00") == NOON
    assert moment("2026-11-15").tzinfo == UTC
