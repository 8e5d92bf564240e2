"""Prometheus figures of one server."""

from collections.abc import Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from jaxlive.engines.base import Engine
from jaxlive.runs.models import Run

FAST = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 1)
SLOW = (0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300)


class Metrics:
    """Runs by experiment and outcome, what they took and waited, the queue, the workers."""

    def __init__(self, engine: Engine) -> None:
        self._registry = CollectorRegistry()
        self._runs = Counter(
            "jaxlive_runs", "Runs that ended", ["experiment", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "jaxlive_run_seconds", "From start to end", ["experiment"], buckets=SLOW, registry=self._registry
        )
        self._waited = Histogram(
            "jaxlive_wait_seconds", "From the request to the start", buckets=SLOW, registry=self._registry
        )
        self._overhead = Histogram(
            "jaxlive_overhead_seconds",
            "Overhead of a run that is done, by step, without the experiment's own time",
            ["step"], buckets=FAST, registry=self._registry,
        )  # fmt: skip
        self.queue_length = Gauge("jaxlive_queue_length", "Runs that are waiting", registry=self._registry)
        self._registry.register(Restarts(engine))

    def ended(self, run: Run) -> None:
        """Count a run that has ended."""
        self._runs.labels(run.experiment, run.status).inc()
        if run.started_at:
            self._waited.observe((run.started_at - run.created_at).total_seconds())
            self._seconds.labels(run.experiment).observe(run.elapsed_s)

    def passed(self, steps: Mapping[str, float]) -> None:
        """Observe steps of the way of a run that is done: jaxlive/runs/way.py says what each is."""
        for step, seconds in steps.items():
            self._overhead.labels(step).observe(seconds)

    def text(self) -> bytes:
        """The exposition format."""
        return generate_latest(self._registry)


class Restarts(Collector):
    """Workers that took the place of one that died or was killed."""

    def __init__(self, engine: Engine):
        self._engine = engine

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The figure as it is now."""
        help_ = "Workers that replaced one that died or was killed"
        yield CounterMetricFamily("jaxlive_worker_restarts", help_, value=self._engine.restarts)
