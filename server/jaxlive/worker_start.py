"""The first lines of a worker: `python -P worker_start.py [CPU_SECONDS FILE_BYTES]`.

Before anything heavy is imported, and long before edited code runs, the process binds itself to the one that
started it and takes its limits; an empty line then says so. A parent that is gone by then has closed stdin,
at which the worker leaves.
"""

import contextlib
import ctypes
import os
import resource
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Have the kernel kill this process with its parent, also while it stands still (Linux, prctl(2))."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def offer_to_the_kernel() -> None:
    """Have the kernel end this process before any other when memory runs out (Linux, proc(5))."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def limit(cpu_s: int, file_bytes: int) -> None:
    """Limit this process, and those it starts. Memory and their number are watched from outside."""
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 5))
    resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def share_of(cores: int) -> int:
    """How many of the processors a worker takes: where there are more than two, one stays with the server
    and the browser, which would otherwise interrupt what is timed.
    """
    return cores - 1 if cores > 2 else cores


def leave_a_core() -> None:
    """Keep this process, and those it starts, to its share of the processors (Linux, sched_setaffinity(2)).

    The first one stays free: most interrupts go there.
    """
    if sys.platform == "linux":
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[-share_of(len(cores)) :])


if __name__ == "__main__":
    die_with_parent()
    offer_to_the_kernel()
    leave_a_core()
    if limits := [int(word) for word in sys.argv[1:]]:
        limit(*limits)
    os.write(1, b"\n")
    from jaxlive.worker import main

    main()
