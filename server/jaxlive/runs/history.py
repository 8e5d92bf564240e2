"""The runs that are remembered: those under way in memory, the ended ones in a file too."""

import json
import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from heapq import merge
from itertools import islice

from jaxlive import logs
from jaxlive.runs.bus import Bus, Entry
from jaxlive.runs.errors import UnknownName, ended_early
from jaxlive.runs.log import RunLog
from jaxlive.runs.models import DeckPosition, Run
from jaxlive.runs.predictions import Prediction
from jaxlive.runs.store import Store
from jaxlive.settings import Settings

SHOWN = 96
"""Ended runs in a snapshot: more than the cards of a deck."""
AT_HAND = 8
"""Ended runs kept in memory too, for those who still follow them: small blocks take 15 times their JSON."""
PRUNE_EVERY = 50
"""Writes between two looks for runs to forget: a click need not wait for each."""
INTERRUPTED = ended_early("interrupted", "The server died before the run ended: run it again.")


class History:
    """Remembers every run from its first moment; an ended one is on file before anybody hears of its end."""

    def __init__(self, settings: Settings, bus: Bus):
        self._path = settings.history
        self._keep, self._oldest = settings.history_limit, timedelta(days=settings.history_days)
        self._bus = bus
        self._logs: dict[str, RunLog] = {}
        self._saved = 0
        self._ended: dict[str, tuple[float, str] | None] = {}
        self._snapshot = b""
        self._snapshot_of: tuple[int, DeckPosition | None] = (-1, None)
        self.watchers: list[Callable[[Run], None]] = []
        """Called when a run starts or ends, after it is written down."""

    def start(self) -> None:
        """Open the file; a run that was under way when its server died becomes a failed one.

        Raises UnreadableHistory.
        """
        self._store = Store(self._path)
        for run_id in self._store.under_way():
            self.get(run_id).finish("failed", INTERRUPTED)
        self._prune()

    def stop(self) -> None:
        """Let go of the file."""
        self._store.close()

    def edits(self) -> dict[str, str]:
        """The edited code by experiment, which survives a restart too."""
        return self._store.edits()

    def save_edit(self, experiment: str, code: str | None) -> None:
        """Keep an edit, or forget it. A disk that is full keeps the one before."""
        try:
            self._store.save_edit(experiment, code)
        except sqlite3.Error as error:
            logs.log("edit is not kept", logging.ERROR, experiment=experiment, reason=error)

    def predictions(self) -> list[Prediction]:
        """Those that were revealed, which survive a restart too."""
        return [Prediction.model_validate_json(text) for text in self._store.predictions()]

    def save_prediction(self, prediction: Prediction) -> None:
        """Keep a revealed one: its bins, no vote. A disk that is full keeps the round before."""
        try:
            self._store.save_prediction(prediction.question.key, prediction.model_dump_json())
        except sqlite3.Error as error:
            logs.log("prediction is not kept", logging.ERROR, of=prediction.question.of, reason=error)

    def begin(self, run: Run, client: str) -> RunLog:
        """The log of a new run."""
        log = self._logs[run.id] = RunLog(run, client, self._bus, self._record)
        return log

    def get(self, run_id: str) -> RunLog:
        """The log of the run of this id. Raises UnknownName."""
        if run_id in self._logs:
            return self._logs[run_id]
        found = self._store.get(run_id)
        if found is None:
            raise _unknown(run_id)
        run, entries = found
        return RunLog(run, "", self._bus, self._record, entries)

    def page(
        self,
        experiment: str | None = None,
        status: str | None = None,
        limit: int = 50,
        before: str | None = None,
    ) -> Iterator[Run]:
        """At most `limit` runs that match, newest first, older than the run `before`. Raises UnknownName.

        Each is read when its turn comes, without its events.
        """
        end = self._run(before) if before else None
        if before and end is None:
            raise _unknown(before)
        ended = self._store.page(experiment, status, limit, end)
        under_way = [
            run for run in (log.run for log in self._under_way())
            if experiment in (None, run.experiment) and status in (None, run.status)
            and (end is None or run.created_at < end.created_at)
        ]  # fmt: skip
        runs = merge(sorted(under_way, key=_age), filter(None, map(self._run, ended)), key=_age)
        return islice(runs, limit)

    def snapshot(self, deck: DeckPosition | None, predictions: Sequence[Prediction]) -> bytes:
        """An event: where the deck is, the edits, the predictions, the newest run of each experiment and
        parameters, and all under way.

        Runs are in order, oldest first. It is made once for all who ask before the next event, and ended
        runs, which no longer change, are serialised once.
        """
        if self._snapshot_of != (self._bus.published, deck):
            self._ended = {run_id: self._text(run_id) for run_id in self._store.latest(SHOWN)}
            under_way = [(-_age(log.run), log.json()) for log in self._under_way()]
            texts = [text for _, text in sorted([*filter(None, self._ended.values()), *under_way])]
            talk = f'"deck":{deck.model_dump_json() if deck else "null"},"edits":{json.dumps(self.edits())}'
            asked = ",".join(prediction.model_dump_json() for prediction in predictions)
            text = f'{{"type":"snapshot",{talk},"predictions":[{asked}],"runs":[{",".join(texts)}]}}'
            self._snapshot, self._snapshot_of = Entry("snapshot", text).wire(), (self._bus.published, deck)
        return self._snapshot

    def _text(self, run_id: str) -> tuple[float, str] | None:
        """Time and JSON of an ended run; None for one under way."""
        if known := self._ended.get(run_id):
            return known
        log = self.get(run_id)
        return (-_age(log.run), log.json()) if log.finished else None

    def _run(self, run_id: str) -> Run | None:
        log = self._logs.get(run_id)
        return log.run if log else self._store.run(run_id)

    def _under_way(self) -> list[RunLog]:
        return [log for log in self._logs.values() if not log.finished]

    def _record(self, log: RunLog) -> None:
        """Write a run down. A disk that is full costs the memory of it, not the run."""
        try:
            self._store.save(log.run, log.json(), log.entries if log.finished else [])
            self._saved += 1
            if self._saved % PRUNE_EVERY == 0:
                self._prune()
            if log.finished:
                self._let_go()
        except sqlite3.Error as error:
            logs.log("run is not in the history", logging.ERROR, run=log.run.id, reason=error)
        for watch in self.watchers:
            watch(log.run)

    def _prune(self) -> None:
        self._store.prune(self._keep, self._oldest, datetime.now(UTC))

    def _let_go(self) -> None:
        """Of ended runs beyond the newest; the file has them."""
        ended = [run_id for run_id, log in self._logs.items() if log.finished]
        for run_id in ended[:-AT_HAND]:
            del self._logs[run_id]


def _unknown(run_id: str) -> UnknownName:
    return UnknownName(f"no run {run_id[:80]!r}: GET /api/runs lists the ones it keeps")


def _age(run: Run) -> float:
    return -run.created_at.timestamp()
