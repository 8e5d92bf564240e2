"""`python -m tests.jaxlive.engines.ready_spare`: the state of a spare that got ready just as a run began."""

import asyncio
import time

import psutil

from jaxlive.engines.base import Job, Limits
from jaxlive.engines.local import LocalEngine
from tests.running import state, wait_for


async def state_after_a_run() -> str:
    """Of the spare: it says that it is ready while the loop stands, so nobody hears of it before the run."""
    engine = LocalEngine()
    await engine.start()
    await engine.warm()
    while len(engine.workers()) < 2:
        await asyncio.sleep(0.01)
    spare = engine.workers()[1].pid
    assert spare
    wait_for(lambda: is_still(spare))
    assert engine.workers()[1].state == "starting"
    async for _ in engine.run(Job("1", "grad", {}, Limits.of(None, 10**7, 60))):
        pass
    assert engine.workers()[1].state == "idle"
    after = state(spare)
    await engine.stop()
    return after


def is_still(pid: int) -> bool:
    """Whether a process needs no processor time for a while."""
    before = psutil.Process(pid).cpu_times()
    time.sleep(1.5)
    return psutil.Process(pid).cpu_times() == before


if __name__ == "__main__":
    print(asyncio.run(state_after_a_run()))
