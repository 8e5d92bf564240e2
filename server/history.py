"""The runs that are remembered, newest first."""

from collections.abc import Iterator

from server.problems import UnknownName
from server.runs import RunLog


class History:
    """Holds the last `limit` runs in memory; a run that has not ended is never dropped."""

    def __init__(self, limit: int):
        self._limit = limit
        self._logs: dict[str, RunLog] = {}

    def add(self, log: RunLog) -> None:
        """Remember a run; the oldest finished one goes when there are too many."""
        self._logs[log.run.id] = log
        if len(self._logs) > self._limit:
            oldest = next((key for key, kept in self._logs.items() if kept.finished), None)
            if oldest:
                del self._logs[oldest]

    def get(self, run_id: str) -> RunLog:
        """The run of this id. Raises UnknownName."""
        try:
            return self._logs[run_id]
        except KeyError:
            raise UnknownName(f"no run {run_id!r}: GET /api/runs lists the last {self._limit}") from None

    def page(
        self,
        experiment: str | None = None,
        status: str | None = None,
        limit: int = 50,
        before: str | None = None,
    ) -> list[RunLog]:
        """At most `limit` runs that match, newest first, older than the run `before`. Raises UnknownName."""
        logs = self._older_than(before) if before else reversed(self._logs.values())
        matching = (
            log for log in logs
            if experiment in (None, log.run.experiment) and status in (None, log.run.status)
        )  # fmt: skip
        return [log for log, _ in zip(matching, range(limit), strict=False)]

    def latest(self) -> list[RunLog]:
        """The newest run of each experiment and parameters, and all that have not ended; oldest first."""
        newest = {f"{log.run.experiment} {log.run.params}": log for log in self._logs.values()}
        return [log for log in self._logs.values() if not log.finished or log in newest.values()]

    def _older_than(self, run_id: str) -> Iterator[RunLog]:
        self.get(run_id)
        newest_first = reversed(self._logs.values())
        for log in newest_first:
            if log.run.id == run_id:
                break
        return newest_first
