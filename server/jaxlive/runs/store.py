"""The file of runs: SQLite with a write-ahead log, so that a killed server loses nothing it has told.

A commit is written to the operating system before anybody hears of it, which survives the death of this
process at any instant; syncing to the disk is left to checkpoints, which run elsewhere.
https://sqlite.org/wal.html
"""

import fcntl
import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import IO

from jaxlive.runs.bus import Entry
from jaxlive.runs.models import Run

MIGRATIONS = (
    """
    CREATE TABLE runs (
        id TEXT PRIMARY KEY, experiment TEXT NOT NULL, params TEXT NOT NULL, status TEXT NOT NULL,
        created_at TEXT NOT NULL, run TEXT NOT NULL, events TEXT NOT NULL
    ) STRICT;
    CREATE INDEX runs_by_time ON runs (created_at, id);
    CREATE INDEX runs_of_experiment ON runs (experiment, params, created_at);
    """,
    """
    ALTER TABLE runs ADD COLUMN edited INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE edits (experiment TEXT PRIMARY KEY, code TEXT NOT NULL) STRICT;
    """,
    """DELETE FROM runs WHERE json_extract(run, '$.blocks') LIKE '%"kind":"timings"%'""",
    "CREATE TABLE predictions (question TEXT PRIMARY KEY, prediction TEXT NOT NULL) STRICT",
)
"""Each brings the file from the version of its place to the next; PRAGMA user_version counts them.

The third forgets timings without a resolution: they were measured by another protocol.
"""
SAVE = """
    INSERT INTO runs (id, experiment, params, status, created_at, run, events, edited)
    VALUES (:id, :experiment, :params, :status, :created_at, :run, :events, :edited)
    ON CONFLICT (id) DO UPDATE SET status = :status, run = :run, events = :events
"""
SAVE_EDIT = """
    INSERT INTO edits (experiment, code) VALUES (?, ?)
    ON CONFLICT (experiment) DO UPDATE SET code = excluded.code
"""
PAGE = """
    SELECT id FROM runs
    WHERE experiment = coalesce(:experiment, experiment) AND status = coalesce(:status, status)
    AND status NOT IN ('queued', 'running') AND (created_at, id) < (:before_time, :before_id)
    ORDER BY created_at DESC, id DESC LIMIT :limit
"""
PREDICTIONS = "SELECT prediction FROM predictions"
END_OF_TIME = "9999"


class UnreadableHistory(Exception):
    """The file cannot be used; the message says what to do."""


class Store:
    """One row a run: its JSON, and once it has ended all its events."""

    def __init__(self, path: Path | None):
        """Open the file, or make it; None keeps the runs in memory only. Raises UnreadableHistory."""
        self._opened = ExitStack()
        try:
            if path:
                path, lock = claim(path)
                self._opened.enter_context(lock)
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None)
            self._opened.callback(self._db.close)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._migrate()
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise UnreadableHistory(
                f"The history {path} cannot be used ({error}): "
                "move it away, or set JAXLIVE_HISTORY to another file."
            ) from None

    def save(self, run: Run, text: str, entries: list[Entry]) -> None:
        """Write a run as it is now, its JSON and its events; empty while they still come."""
        row = {
            "id": run.id,
            "experiment": run.experiment,
            "params": json.dumps(run.params, sort_keys=True),
            "status": run.status,
            "created_at": _time(run.created_at),
            "run": text,
            "events": json.dumps([[entry.type, entry.json] for entry in entries]),
            "edited": run.edited is not None,
        }
        self._db.execute(SAVE, row)

    def get(self, run_id: str) -> tuple[Run, list[Entry]] | None:
        """A run and its events."""
        found = self._db.execute("SELECT run, events FROM runs WHERE id = ?", (run_id,)).fetchone()
        if found is None:
            return None
        return Run.model_validate_json(found[0]), [Entry(*event) for event in json.loads(found[1])]

    def run(self, run_id: str) -> Run | None:
        """A run without its events."""
        found = self._db.execute("SELECT run FROM runs WHERE id = ?", (run_id,)).fetchone()
        return Run.model_validate_json(found[0]) if found else None

    def page(self, experiment: str | None, status: str | None, limit: int, before: Run | None) -> list[str]:
        """Ids of at most `limit` ended runs that match, newest first, older than the run `before`."""
        wanted = {
            "experiment": experiment,
            "status": status,
            "before_time": _time(before.created_at) if before else END_OF_TIME,
            "before_id": before.id if before else "",
            "limit": limit,
        }
        return [row[0] for row in self._db.execute(PAGE, wanted)]

    def latest(self, limit: int) -> list[str]:
        """Ids of the newest run of each experiment and parameters, at most `limit`, oldest first.

        One of edited code does not hide the one of the experiment's own.
        """
        newest = "SELECT id, max(created_at) FROM runs GROUP BY experiment, params, edited"
        rows = self._db.execute(f"{newest} ORDER BY 2 DESC LIMIT ?", (limit,))
        return [row[0] for row in rows][::-1]

    def under_way(self) -> list[str]:
        """Ids of the runs that have not ended."""
        return [
            row[0] for row in self._db.execute("SELECT id FROM runs WHERE status IN ('queued', 'running')")
        ]

    def edits(self) -> dict[str, str]:
        """The edited code by experiment."""
        return dict(self._db.execute("SELECT experiment, code FROM edits").fetchall())

    def save_edit(self, experiment: str, code: str | None) -> None:
        """Keep an edit, or forget it."""
        if code is None:
            self._db.execute("DELETE FROM edits WHERE experiment = ?", (experiment,))
        else:
            self._db.execute(SAVE_EDIT, (experiment, code))

    def predictions(self) -> list[str]:
        """The predictions that were revealed, as JSON."""
        return [row[0] for row in self._db.execute(PREDICTIONS)]

    def save_prediction(self, question: str, prediction: str) -> None:
        """Keep how a question was answered, in place of its last round."""
        self._db.execute("INSERT OR REPLACE INTO predictions VALUES (?, ?)", (question, prediction))

    def prune(self, keep: int, oldest: timedelta, now: datetime) -> None:
        """Forget ended runs beyond the newest `keep`, and those that are older than `oldest`."""
        self._db.execute(
            """
            DELETE FROM runs WHERE status NOT IN ('queued', 'running') AND (created_at < ?
            OR created_at <= (SELECT created_at FROM runs ORDER BY created_at DESC LIMIT 1 OFFSET ?))
            """,
            (_time(now - oldest), keep),
        )

    def close(self) -> None:
        """Write all back into the one file, and let others have it."""
        self._opened.close()

    def _migrate(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise sqlite3.DatabaseError(
                f"its version {version} is newer than this program's {len(MIGRATIONS)}"
            )
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            self._db.executescript(f"BEGIN; {script}; PRAGMA user_version = {number}; COMMIT;")


def claim(path: Path) -> tuple[Path, IO[bytes]]:
    """The file for one server alone: where another one uses it, the first of its neighbours that is free."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for candidate in _neighbours(path):
        lock = candidate.with_suffix(".lock").open("wb")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
        else:
            return candidate, lock
    raise AssertionError("count() ends never")


def _neighbours(path: Path) -> Iterator[Path]:
    yield path
    for number in count(2):
        yield path.with_stem(f"{path.stem}-{number}")


def _time(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")
