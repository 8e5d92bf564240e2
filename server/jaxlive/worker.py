"""The process that runs experiments: `python -m jaxlive.worker`, jobs in and events out as JSON lines.

A job is `{"experiment": name, "params": {...}}` on stdin. With `"beat_s": seconds` in it, the worker also
gives a sign of life that often while the job lasts, an empty line. With `"code": text`, the experiment runs
with that code as its region `slide`, and the process is for no other job afterwards. `"roofs"` are those
that other processes have measured. Events leave on a duplicate of fd 1, so that nothing an experiment prints
can break the protocol. The process ends when its stdin closes.
"""

import ctypes
import gc
import json
import os
import select
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

import jax

from jaxlive.lab.declare.blocks import Append, Note, Printed, identity
from jaxlive.lab.declare.editing import edited, traced
from jaxlive.lab.declare.environment import describe, jax_device
from jaxlive.lab.declare.experiment import Experiment, Output, Params, experiments, installed, require
from jaxlive.lab.declare.limits import MAX_BYTES, fit
from jaxlive.lab.measure.precision import multiplying
from jaxlive.lab.measure.roofline import know_roofs, measured_roofs

LIBC = ctypes.CDLL(None)
REHEARSALS = 3
PRINTED_BYTES = MAX_BYTES // 4
"""Kept of what a run prints: an empty line has one byte, and three as JSON in its block."""


def main() -> None:
    """Serve jobs until stdin closes."""
    serve(load)


def load() -> dict[str, Experiment]:
    """The experiments, and torch where one of them needs it: that takes longest to import."""
    declared = experiments()
    if not any("torch" in one.needs for one in declared.values()):
        return declared
    if installed("torch"):
        import_module("torch")
    else:
        print("torch is not installed: experiments that need it will say so", file=sys.stderr)
    return declared


def serve(load: Callable[[], dict[str, Experiment]]) -> None:
    """Get warm and serve jobs until stdin closes; `load` imports the experiments."""
    lines = Lines(os.dup(1))
    stdout = capture_stdout()
    threading.Thread(target=leave_with_stdin, daemon=True).start()
    declared = load()
    start_backends()
    rehearse(stdout)
    gc.collect()
    gc.freeze()
    lines.send(f'{{"type":"ready","environment":{describe().model_dump_json()}}}')
    for line in sys.stdin:
        job = json.loads(line)
        with lines.beating(job.get("beat_s")):
            for event in run(job, declared, stdout):
                lines.send(event)


class Lines:
    """What the worker says: events and, while a job lasts, signs of life. Whole lines, from two threads."""

    def __init__(self, fd: int):
        self._file = os.fdopen(fd, "w", buffering=1, encoding="utf-8")
        self._lock = threading.Lock()
        self._beat_s, self._beating = 0.0, threading.Event()
        threading.Thread(target=self._beat, daemon=True).start()

    def send(self, event: str) -> None:
        """Write an event, which is JSON."""
        with self._lock:
            print(event, file=self._file)

    @contextmanager
    def beating(self, seconds: float | None) -> Iterator[None]:
        """Give a sign of life every so many seconds, as long as the interpreter runs; None for never."""
        if seconds:
            self._beat_s = seconds
            self._beating.set()
        yield
        self._beating.clear()

    def _beat(self) -> None:
        while self._beating.wait():
            time.sleep(self._beat_s)
            # A lock that is taken means a line on its way, which is a sign itself.
            if self._beating.is_set() and self._lock.acquire(blocking=False):
                try:
                    print(file=self._file)
                finally:
                    self._lock.release()


def capture_stdout() -> BinaryIO:
    """Point fd 1 at a nameless temporary file, native output included, and return that file."""
    file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - lives as long as the process
    os.dup2(file.fileno(), 1)
    return file


def leave_with_stdin() -> None:
    """Leave the process when the other end of stdin closes, whatever runs."""
    hang_up = select.poll()
    hang_up.register(sys.stdin, 0)  # no event is asked for: POLLHUP is always told
    hang_up.poll()
    os._exit(0)


def start_backends() -> None:
    """Pay for the start of the backends before the first click."""
    jax.jit(lambda x: x + 1)(1.0).block_until_ready()
    if torch := sys.modules.get("torch"):
        torch.ones(1).add(1)


def rehearse(stdout: BinaryIO) -> None:
    """Run nothing, all the way: after a fork, the first write to each page of memory copies it."""
    nothing = Experiment("", "", "", "", Params, lambda _: iter([Note(text="")]), Path(), 0.0, (), {})
    for _ in range(REHEARSALS):
        list(run({"experiment": "", "params": {}}, {"": nothing}, stdout))


def run(job: dict[str, Any], declared: dict[str, Experiment], stdout: BinaryIO) -> Iterator[str]:
    """Run an experiment and yield its events as JSON; the last is `finished`, with the error if any."""
    error, code, start = None, job.get("code"), time.perf_counter()
    blocks, own = Numbering(), Stopwatch()
    know_roofs(job.get("roofs", {}))
    yield '{"type":"started"}'
    try:
        experiment = declared[job["experiment"]]
        if code is not None:
            experiment = edited(experiment, code)
        require(experiment.needs)
        checked = experiment.params.model_validate(job["params"])
        with jax.default_device(jax_device(checked.device)), multiplying("float32"):
            for output in own.timed(experiment.run(checked)):
                yield blocks.event(output)
    except Exception as raised:  # noqa: BLE001 - whatever an experiment raises is that run's result
        error = failure(raised)
        if code is not None:
            error |= in_region(raised, declared[job["experiment"]], code)
    if printed := take(stdout):
        yield blocks.event(printed)
    environment = describe(measured_roofs()).model_dump_json()
    seconds = f'"seconds":{own.seconds},"worker_s":{time.perf_counter() - start}'
    yield f'{{"type":"finished","error":{json.dumps(error)},{seconds},"environment":{environment}}}'


class Stopwatch:
    """Seconds that an experiment took to give its outputs, without what was done with them meanwhile."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, outputs: Iterator[Output]) -> Iterator[Output]:
        """The outputs; the clock runs while one is awaited."""
        while True:
            start = time.perf_counter()
            try:
                output = next(outputs)
            except StopIteration:
                return
            finally:
                self.seconds += time.perf_counter() - start
            yield output


class Numbering:
    """Numbers the blocks of a run: one of a kind and label seen before keeps its number."""

    def __init__(self) -> None:
        self._index: dict[tuple[str, str], int] = {}

    def event(self, output: Output) -> str:
        """The event that carries a block, or points for an earlier series, as JSON."""
        if isinstance(output, Append):
            points = ",".join(point.model_dump_json() for point in output.points)
            return f'{{"type":"append","index":{self._index["series", output.label]},"points":[{points}]}}'
        index = self._index.setdefault(identity(output, len(self._index)), len(self._index))
        return f'{{"type":"block","index":{index},"block":{fit(output)}}}'


def failure(error: Exception) -> dict[str, Any]:
    """What a run that raised tells: the exception's type, its message, the end of its traceback."""
    lines = "".join(traceback.format_exception(error)).splitlines()
    return {"title": type(error).__name__, "detail": str(error)[:2000], "log": lines[-20:]}


def in_region(error: Exception, experiment: Experiment, code: str) -> dict[str, Any]:
    """The line of edited code that raised, and the traceback in lines of the slide; nothing when none did."""
    told = traced(error, experiment, code)
    return {"line": told[0], "log": told[1]} if told else {}


def take(stdout: BinaryIO) -> Printed | None:
    """What was printed since the last call; of a flood, its beginning."""
    sys.stdout.flush()
    LIBC.fflush(None)
    size = stdout.seek(0, os.SEEK_END)
    if not size:
        return None
    stdout.seek(0)
    lines = stdout.read(PRINTED_BYTES).decode(errors="replace").splitlines()
    stdout.seek(0)
    stdout.truncate()
    cut = f"cut: {size:,} bytes were printed, {PRINTED_BYTES:,} are kept" if size > PRINTED_BYTES else None
    return Printed(label="stdout", lines=lines, cut=cut) if lines else None


if __name__ == "__main__":
    main()
