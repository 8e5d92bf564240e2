"""A run's way from the click to the answer, step by step."""

from time import perf_counter

STEPS = ("request", "queue", "engine", "worker", "record", "answer")
"""They follow each other without a gap, and add up to the whole of a click without the experiment's own time.

- `request`: from the last byte of the request to a place in the queue: HTTP, protection, parameters
- `queue`: until its turn
- `engine`: from there to the worker's last word, less the worker's time: a free worker, the pipe there and
  back, results checked and sent on
- `worker`: the worker's time less the experiment's: parameters, blocks as JSON, what was printed, the machine
- `record`: until it has ended: written to the history, told to all windows
- `answer`: until the answer is handed to the connection, for each request that waits for the end
"""


class Way:
    """What each step took so far, in seconds; it begins now."""

    def __init__(self) -> None:
        self.steps: dict[str, float] = {}
        self._last = perf_counter()

    def asked(self, arrived: float | None) -> None:
        """The run has its place in the queue; `arrived` is the moment of its request, where there was one."""
        self._last = self._last if arrived is None else arrived
        self.step("request")

    def worked(self, worker_s: float, own_s: float) -> None:
        """The worker has said its last word: of its time, `own_s` were the experiment's."""
        self.step("engine", without=worker_s)
        self.steps["worker"] = worker_s - own_s

    def step(self, name: str, without: float = 0.0) -> None:
        """A step ends now; `without` are seconds in it that are not its own."""
        passed = self.since()
        self.steps[name] = passed - without
        self._last += passed

    def since(self) -> float:
        """Seconds since the end of the last step."""
        return perf_counter() - self._last
