"""Prometheus figures of one server."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from server.models import Run


class Metrics:
    """Runs by experiment and outcome, their duration, and the queue."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._runs = Counter(
            "jaxlive_runs", "Runs that ended", ["experiment", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "jaxlive_run_seconds", "From start to end", ["experiment"], registry=self._registry,
            buckets=(0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300),
        )  # fmt: skip
        self.queue_length = Gauge("jaxlive_queue_length", "Runs that wait", registry=self._registry)

    def ended(self, run: Run) -> None:
        """Count a run that has ended."""
        self._runs.labels(run.experiment, run.status).inc()
        if run.started_at and run.finished_at:
            seconds = (run.finished_at - run.started_at).total_seconds()
            self._seconds.labels(run.experiment).observe(seconds)

    def text(self) -> bytes:
        """The exposition format."""
        return generate_latest(self._registry)
