"""The watch over a run: memory, processes, output and signs of life against its limits, a few times a second.

Memory is the resident size: that of the worker, and of contained code with all processes that it started.
Those are found in /proc (Linux; elsewhere they are not counted), which takes under a millisecond and other
runs are spared; psutil would read every process of the machine, 1.4 ms where there are 80. The kernel's own
limits do not fit: RLIMIT_AS counts the address space that JAX and CUDA reserve and never use, and a native
library that is refused memory aborts before it can say why.
"""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import psutil

from jaxlive.engines.base import Limits

LOOK_S = 0.2


@dataclass(frozen=True)
class Passed:
    """A limit that was passed: its name, and what happened to the worker, in words."""

    slug: str
    reason: str


class Watch:
    """Ends a worker that passes a limit of its run; `passed` then says which."""

    def __init__(self, pid: int, end: Callable[[], None], *, contained: bool):
        self.passed: Passed | None = None
        self._pid, self._end, self._contained = pid, end, contained
        self._written, self._quiet_s = 0, 0.0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, limits: Limits) -> None:
        """A run begins."""
        self._limits = limits
        self._written, self._quiet_s = 0, 0.0
        self._look_later()

    def heard(self, size: int) -> None:
        """The worker wrote this many bytes."""
        self._written += size
        self._quiet_s = 0.0

    def end(self) -> None:
        """The run, or its worker, has ended."""
        if self._timer:
            self._timer.cancel()

    @cached_property
    def _process(self) -> psutil.Process | None:
        """The worker: its id is no other's until its end was waited for, and with that the watch ends."""
        return process_of(self._pid)

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(LOOK_S, self._look)

    def _look(self) -> None:
        # Silence is counted in looks, not by the clock: a server that stood still itself heard nothing.
        self._quiet_s += LOOK_S
        self._look_later()  # first: a look that fails is not the last
        self.passed = self._check()
        if self.passed:
            self.end()
            self._end()

    def _check(self) -> Passed | None:
        limits, below = self._limits, list(descendants(self._pid)) if self._contained else []
        memory = sum(map(resident_bytes, [self._process, *map(process_of, below)]))
        written = self._written + max(map(printed_bytes, [self._pid, *below]))
        if 1 + len(below) > limits.processes:
            many = f"{1 + len(below):,} processes, the limit is {limits.processes:,}"
            return Passed("process-limit", f"The worker was killed: it had {many}")
        if memory > limits.memory:
            used = f"used {memory:,} bytes of memory, the limit is {limits.memory:,}"
            return Passed("memory-limit", f"The worker was killed: it {used} (JAXLIVE_MEMORY_LIMIT)")
        if written > limits.output:
            said = f"wrote {written:,} bytes, the limit is {limits.output:,}"
            return Passed("output-limit", f"The worker was killed: it {said} (JAXLIVE_OUTPUT_LIMIT)")
        if self._quiet_s > limits.silence:
            still = "native code holds the interpreter, or the process hangs"
            limit = f"{limits.silence:g} s, the limit (JAXLIVE_SILENCE_TIMEOUT)"
            return Passed("silent", f"The worker was killed: it gave no sign of life for {limit}; {still}")
        return None


def descendants(pid: int) -> Iterator[int]:
    """All processes that descend from this one, as far as /proc tells."""
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                yield child
                yield from descendants(child)


def process_of(pid: int) -> psutil.Process | None:
    """The process of this id; None when it has ended."""
    try:
        return psutil.Process(pid)
    except psutil.NoSuchProcess:
        return None


def resident_bytes(process: psutil.Process | None) -> int:
    """Memory that a process has in use; 0 when it has ended."""
    try:
        return int(process.memory_info().rss) if process else 0
    except psutil.Error:
        return 0


def printed_bytes(pid: int) -> int:
    """Size of the file that a worker's stdout goes to; 0 when it has ended, or without /proc."""
    try:
        return os.stat(f"/proc/{pid}/fd/1").st_size
    except OSError:
        return 0
