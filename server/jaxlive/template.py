"""The process that workers are forked from: `python -m jaxlive.template`, orders on stdin.

It imports once what workers need, and starts neither a backend nor a thread, since neither outlives a fork.
Stdin is a Unix socket. On it the process says "bound" when it would end with its parent, and "ready". An
order is a message: the variables of the worker's own environment as JSON, and the descriptors of its three
streams. The worker's first line is its process id.
"""

import gc
import json
import os
import socket
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np

from jaxlive import worker
from jaxlive.lab.declare.environment import know_machine
from jaxlive.lab.declare.experiment import Experiment, installed
from jaxlive.lab.declare.variables import take_over
from jaxlive.lab.programs.stages import backend_started
from jaxlive.worker_start import die_with_parent, leave_a_core, offer_to_the_kernel

ORDER_BYTES = 2**16


class Unforkable(RuntimeError):
    """The process has what does not outlive a fork."""


def main() -> None:
    """Fork a worker for each order, until the other end of stdin closes."""
    orders = socket.socket(fileno=0)
    die_with_parent()
    orders.send(b"bound")
    leave_a_core()
    declared = load()
    orders.send(b"ready")
    while True:
        order, descriptors, _, _ = socket.recv_fds(orders, ORDER_BYTES, 3)
        if not order:
            return
        check()
        fork(partial(become, json.loads(order), descriptors, declared))
        for descriptor in descriptors:
            os.close(descriptor)


def load() -> dict[str, Experiment]:
    """Import all that experiments do, now or when they run."""
    declared = worker.load()
    for name in sorted({name for one in declared.values() for name in one.needs}):
        if installed(name):
            import_module(name)
    know_machine()
    gc.collect()
    gc.freeze()  # a collection would write to pages that are shared
    end_idle_threads()
    return declared


def end_idle_threads() -> None:
    """Fork once: OpenBLAS has had threads since its import, and ends them for good before a fork."""
    if not (child := os.fork()):
        os._exit(0)
    os.waitpid(child, 0)


def check() -> None:
    """Raise Unforkable when a thread runs beside this one, or JAX's backend has started."""
    if threading.active_count() > 1 or len([*Path("/proc/self/task").iterdir()]) > 1 or backend_started():
        names = [thread.name for thread in threading.enumerate()]
        raise Unforkable(f"threads: {names}, backend started: {backend_started()}: an import did that")


def fork(child: Callable[[], None]) -> None:
    """Run this in a process that is not a child of this one: its parent, a fork in between, leaves at once,
    and the next ancestor that adopts orphans does (prctl(2), PR_SET_CHILD_SUBREAPER).
    """
    between = os.fork()
    if between:
        os.waitpid(between, 0)
        return
    code = 1
    try:
        parent = os.getpid()
        if not os.fork():
            while os.getppid() == parent:
                time.sleep(0.0002)
            child()
        code = 0
    except BaseException:  # noqa: BLE001 - it is told, and no frame below may go on in this process
        traceback.print_exc()
    finally:
        os._exit(code)


def become(environment: dict[str, str], descriptors: list[int], declared: dict[str, Experiment]) -> None:
    """Be a worker from here on."""
    for own, given in enumerate(descriptors):
        os.dup2(given, own)
        os.close(given)
    os.setsid()
    os.write(1, f"{os.getpid()}\n".encode())
    die_with_parent()
    offer_to_the_kernel()
    take_over(environment)
    np.random.seed()  # else all workers would draw the same numbers
    os.write(1, b"\n")
    worker.serve(lambda: declared)


if __name__ == "__main__":
    main()
