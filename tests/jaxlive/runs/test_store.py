import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from jaxlive.runs.bus import Entry
from jaxlive.runs.models import Run, Status
from jaxlive.runs.store import MIGRATIONS, Store, UnreadableHistory

NOW = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "history.sqlite"


def a_run(number: int, status: Status = "done", age_days: float = 0, **params: Any) -> Run:
    return Run(
        id=f"r{number}", experiment="grad" if number % 2 else "jit", params=params, status=status,
        created_at=NOW - timedelta(days=age_days, seconds=-number),
    )  # fmt: skip


@contextmanager
def opened(file: Path | None, *runs: Run) -> Iterator[Store]:
    """A store with these runs, closed at the end."""
    with closing(Store(file)) as store:
        for run in runs:
            store.save(run, run.model_dump_json(), [])
        yield store


def test_a_run_comes_back_with_its_events(file: Path) -> None:
    run, entries = a_run(1, size=3), [Entry("started", "{}"), Entry("finished", '{"a": 1}')]
    with opened(file, a_run(1, "running", size=3)) as store:
        store.save(run, run.model_dump_json(), entries)
    with opened(file) as store:
        assert store.get("r1") == (run, entries)
        assert store.get("r2") is None


def test_pages_are_newest_first_and_filtered() -> None:
    with opened(None, *(a_run(number) for number in range(6)), a_run(6, "failed")) as store:
        assert store.page(None, None, 3, None) == ["r6", "r5", "r4"]
        assert store.page(None, None, 3, a_run(4)) == ["r3", "r2", "r1"]
        assert store.page("jit", None, 9, None) == ["r6", "r4", "r2", "r0"]
        assert store.page("jit", "done", 2, None) == ["r4", "r2"]
        assert store.page(None, "queued", 9, None) == []


def test_an_edit_that_cannot_be_written_leaves_the_one_before(file: Path) -> None:
    with opened(file) as store:
        store.save_edit("jit", "x = 1")
        store.save_edit("jit", "x = 2")
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON edits BEGIN SELECT RAISE(FAIL, 'disk is full'); END")
    with opened(file) as store:
        with pytest.raises(sqlite3.Error, match="disk is full"):
            store.save_edit("jit", "x = 3")
        assert store.edits() == {"jit": "x = 2"}
        store.save_edit("jit", None)
        assert store.edits() == {}


def test_the_latest_of_each_experiment_and_parameters() -> None:
    runs = [
        a_run(0, size=1, device="cpu"),
        a_run(2, device="cpu", size=1),
        a_run(4, size=2),
        a_run(1, size=1),
    ]
    with opened(None, *runs) as store:
        assert store.latest(9) == ["r1", "r2", "r4"]
        assert store.latest(2) == ["r2", "r4"]


def test_the_oldest_go_by_count_and_by_age_but_none_that_is_under_way() -> None:
    runs = [
        a_run(0, "running", age_days=99),
        a_run(1, age_days=99),
        *(a_run(number) for number in range(2, 7)),
    ]
    with opened(None, *runs) as store:
        store.prune(100, timedelta(days=90), NOW)
        assert store.page(None, None, 99, None) == ["r6", "r5", "r4", "r3", "r2"]
        store.prune(2, timedelta(days=90), NOW)
        assert store.page(None, None, 99, None) == ["r6", "r5"]
        assert store.under_way() == ["r0"]


def test_a_second_server_takes_the_neighbouring_file(file: Path) -> None:
    with opened(file, a_run(1)) as first, opened(file, a_run(2)) as second:
        assert first.page(None, None, 9, None) == ["r1"]
        assert second.page(None, None, 9, None) == ["r2"]
        assert file.with_stem("history-2").exists()
    with opened(file) as store:
        assert store.page(None, None, 9, None) == ["r1"]


def test_a_file_from_before_the_first_version_is_brought_up_to_date(file: Path) -> None:
    Store(file).close()
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_timings_of_another_protocol_are_forgotten(file: Path) -> None:
    with opened(file, a_run(1), a_run(2)):
        pass
    with closing(sqlite3.connect(file)) as db, db:
        old = """json_set(run, '$.blocks', json('[{"kind":"timings","label":"x","rows":[]}]'))"""
        db.execute(f"UPDATE runs SET run = {old} WHERE id = 'r1'")
        db.execute("DROP TABLE predictions")
        db.execute("PRAGMA user_version = 2")
    with opened(file) as store:
        assert store.page(None, None, 9, None) == ["r2"]


@pytest.mark.parametrize("newer", [True, False])
def test_a_file_that_cannot_be_read_says_what_to_do(file: Path, newer: bool) -> None:
    file.parent.mkdir()
    if newer:
        with closing(sqlite3.connect(file)) as db:
            db.execute("PRAGMA user_version = 1000")
    else:
        file.write_bytes(b"no database" * 1000)
    with pytest.raises(UnreadableHistory, match="JAXLIVE_HISTORY"):
        Store(file)


def test_a_folder_that_cannot_be_made_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnreadableHistory, match=r"File exists.*JAXLIVE_HISTORY"):
        Store(tmp_path / "file" / "history.sqlite")
