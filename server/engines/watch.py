"""The watch over a run: memory, processes, output and signs of life against its limits, a few times a second.

Memory is the resident size that /proc tells (Linux; elsewhere there is no such limit, nor one on processes):
that of the worker, and of contained code with all processes that it started. Looking for those takes a
millisecond, which other runs are spared. The kernel's own limits do not fit: RLIMIT_AS counts the address
space that JAX and CUDA reserve and never use, and a native library that is refused memory aborts before it
can say why.
"""

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from server.engines import Limits

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

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(LOOK_S, self._look)

    def _look(self) -> None:
        # Silence is counted in looks, not by the clock: a server that stood still itself heard nothing.
        self._quiet_s += LOOK_S
        self.passed = self._check()
        if self.passed:
            self._end()
        else:
            self._look_later()

    def _check(self) -> Passed | None:
        limits, processes = self._limits, family(self._pid) if self._contained else [self._pid]
        memory = sum(map(resident_bytes, processes))
        written = self._written + max(map(printed_bytes, processes))
        if len(processes) > limits.processes:
            many = f"{len(processes):,} processes, the limit is {limits.processes:,}"
            return Passed("process-limit", f"was ended: it had {many}")
        if memory > limits.memory:
            used = f"used {memory:,} bytes of memory, the limit is {limits.memory:,}"
            return Passed("memory-limit", f"was ended: it {used} (JAXLIVE_MEMORY_LIMIT)")
        if written > limits.output:
            said = f"wrote {written:,} bytes, the limit is {limits.output:,}"
            return Passed("output-limit", f"was ended: it {said} (JAXLIVE_OUTPUT_LIMIT)")
        if self._quiet_s > limits.silence:
            still = "native code holds the interpreter, or the process stands still"
            limit = f"{limits.silence:g} s, the limit (JAXLIVE_SILENCE_TIMEOUT)"
            return Passed("silent", f"was ended: it gave no sign of life for {limit}; {still}")
        return None


def family(pid: int) -> list[int]:
    """A process and all that descend from it, as far as /proc tells."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = [child for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return [pid]
    return [pid, *(found for child in children for found in family(int(child)))]


def resident_bytes(pid: int) -> int:
    """Memory that a process has in use; 0 when it has ended, or without /proc."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def printed_bytes(pid: int) -> int:
    """Size of the file that a worker's stdout goes to; 0 when it has ended, or without /proc."""
    try:
        return os.stat(f"/proc/{pid}/fd/1").st_size
    except OSError:
        return 0
