"""What the template gives, beside an engine without one: fresh workers after a kill, and their memory."""

import asyncio
import os
import signal
import time
from collections import defaultdict
from contextlib import aclosing
from typing import Any

import psutil

from benchmarks.report import row, section, table
from jaxlive.engines.base import Job, Limits
from jaxlive.engines.local import LocalEngine
from jaxlive.engines.protocol import BlockOut, FinishedOut
from jaxlive.engines.template import Template
from jaxlive.lab.declare.experiment import experiments

ROUNDS = 3
KILLS = ("first", "second", "third")
Samples = dict[str, list[float]]


def workers() -> str:
    """All figures; both engines live in this process, and take turns."""
    os.environ["JAXLIVE_PACKAGES"] = "tests.faults"
    return asyncio.run(measure())


async def measure() -> str:
    """Tables of seconds and of memory."""
    engines = {"forked": LocalEngine(template=Template()), "started": LocalEngine()}
    samples: dict[str, Samples] = {name: defaultdict(list) for name in engines}
    for engine in engines.values():
        await engine.start()
        await whole(engine)
    memory = [f"| two workers, {name} | {megabytes(engine)} |" for name, engine in engines.items()]
    memory.append(f"| the template beside them | {template_megabytes(engines['forked'])} |")
    for _ in range(ROUNDS):
        for name, engine in engines.items():
            await one_round(engine, samples[name])
    for engine in engines.values():
        await engine.stop()
    figures = samples["forked"]
    rows = [row(f"{figure}, {name}", samples[name][figure], "s", 1) for figure in figures for name in engines]
    columns = ["processes", "proportional set size, MB"]
    return "\n".join([table("Fresh workers", rows), section("Their memory", columns, memory)])


async def one_round(engine: LocalEngine, samples: Samples) -> None:
    """Each figure once."""
    await whole(engine)
    start = time.perf_counter()
    await kill_spare(engine)
    await whole(engine)
    samples["spare ready after a kill"].append(time.perf_counter() - start)
    for which in KILLS:
        samples[f"{which} kill in a row to the next result"].append(await cancel_and_run(engine))
    await whole(engine)
    start = time.perf_counter()
    sharding = experiments()["sharding"]
    own_s = await finished(engine, job("sharding", environment=sharding.environment))
    samples["sharding, without its work"].append(time.perf_counter() - start - own_s)


def job(name: str, environment: dict[str, str] | None = None, **params: Any) -> Job:
    """A job with a name of its own."""
    return Job(str(time.perf_counter()), name, params, Limits.of(None, 10**7, 60), environment or {})


async def whole(engine: LocalEngine) -> None:
    """Wait until both workers are idle."""
    while [worker.state for worker in engine.workers()] != ["idle", "idle"]:
        await asyncio.sleep(0.002)


async def kill_spare(engine: LocalEngine) -> None:
    """Kill the second worker and wait until that is known."""
    pid = engine.workers()[1].pid
    assert pid
    os.kill(pid, signal.SIGKILL)
    while pid in [worker.pid for worker in engine.workers()]:
        await asyncio.sleep(0.001)


async def cancel_and_run(engine: LocalEngine) -> float:
    """Seconds from the cancel of a run that holds the interpreter to the result of another."""
    async with aclosing(engine.run(job("slow", seconds=30, how="gil"))) as outputs:
        async for output in outputs:
            if isinstance(output, BlockOut):
                break
        start = time.perf_counter()
    await finished(engine, job("echo"))
    return time.perf_counter() - start


async def finished(engine: LocalEngine, one: Job) -> float:
    """Run to the end; returns the seconds that the experiment says it took."""
    async with aclosing(engine.run(one)) as outputs:
        async for output in outputs:
            if isinstance(output, FinishedOut):
                return output.seconds
    raise RuntimeError(f"{one.experiment} has not ended: got no 'finished'")


def megabytes(engine: LocalEngine) -> int:
    """Memory of the workers, a page that many share counted in parts."""
    return sum(shared_fairly(worker.pid) for worker in engine.workers() if worker.pid)


def template_megabytes(engine: LocalEngine) -> int:
    """Memory of the template, in the same way; its workers have its command line too."""
    forked = {worker.pid for worker in engine.workers()}
    family = [child for child in psutil.Process().children() if "jaxlive.template" in child.cmdline()]
    (found,) = {child.pid for child in family} - forked
    return shared_fairly(found)


def shared_fairly(pid: int) -> int:
    """PSS in MB (Linux, proc(5))."""
    return int(psutil.Process(pid).memory_full_info().pss / 1e6)
