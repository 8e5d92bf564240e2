"""`python -m tests.jaxlive.engines.paused_orphan`: stops a worker it started, tells its pid, is killed."""

import asyncio
import os
import signal

import psutil

from jaxlive.engines.process import WorkerProcess
from tests.running import state


async def leave_one_that_stands_still() -> None:
    """The worker is told to stand still before it has run a line of its own."""
    worker = await WorkerProcess.spawn({}, contained=False)
    worker.pause()
    print(worker.pid, flush=True)
    while state(worker.pid) != psutil.STATUS_STOPPED:
        await asyncio.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(leave_one_that_stands_still())
