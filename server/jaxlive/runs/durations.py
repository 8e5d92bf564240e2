"""How long runs take: what the last ones took, and before the first what their experiment says."""

from collections import deque
from collections.abc import Iterable
from statistics import median

from jaxlive.lab.declare.experiment import Experiment
from jaxlive.runs.models import Run

REMEMBERED = 5


class Durations:
    """Measured seconds of each experiment's last runs."""

    def __init__(self) -> None:
        self._declared: dict[str, float] = {}
        self._measured: dict[str, deque[float]] = {}

    def declare(self, experiment: Experiment) -> None:
        """Take note of what an experiment says of itself."""
        self._declared[experiment.name] = experiment.typical_seconds

    def remember(self, run: Run) -> None:
        """Take note of a run that is done."""
        if run.status == "done":
            self._measured.setdefault(run.experiment, deque(maxlen=REMEMBERED)).append(run.elapsed_s)

    def left(self, runs: Iterable[Run]) -> float:
        """Seconds until all of these runs have ended, one after the other."""
        return sum(self._left(run) for run in runs)

    def _left(self, run: Run) -> float:
        measured = self._measured.get(run.experiment)
        usual = median(measured) if measured else self._declared[run.experiment]
        return max(usual - run.elapsed_s, 0.0)
