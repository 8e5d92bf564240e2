"""Mixed load with faults: clients click, follow, leave and cancel, workers die, for minutes."""

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import httpx
import psutil
from httpx_sse import connect_sse

from benchmarks.report import section
from tests.running import RunningServer, running_server, wait_for

MINUTES = float(os.environ.get("JAXLIVE_LOAD_MINUTES", "10"))
CLIENTS, PAUSE_S, KILL_EVERY_S = 12, 0.05, 20.0
FAULTS = (
    ("crash", {"how": "segfault"}), ("crash", {"how": "exit"}), ("crash", {"how": "raise"}),
    ("flood", {"what": "stdout"}), ("slow", {"seconds": 60, "how": "gil"}),
)  # fmt: skip
RUNS = 1000
Action = Callable[[httpx.Client, random.Random], str]


@dataclass
class Load:
    """What was asked and what came back; shared by the clients."""

    server: RunningServer
    until: float
    answers: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def client(self, number: int) -> None:
        """Do one thing after the other until the time is over."""
        chance = random.Random(number)
        actions: list[Callable[[httpx.Client, random.Random], str]] = [
            click,
            click,
            click,
            start,
            leave,
            fault,
        ]
        with httpx.Client(base_url=self.server.url, timeout=120) as http:
            while time.monotonic() < self.until:
                action = chance.choice(actions)
                try:
                    self.answers[f"{action.__name__}: {action(http, chance)}"] += 1
                except (httpx.HTTPError, AssertionError) as error:
                    self.wrong.append(f"{action.__name__}: {error!r}")
                time.sleep(PAUSE_S)


def click(http: httpx.Client, chance: random.Random) -> str:
    """Run and wait."""
    answer = http.post("/api/experiments/echo", json={"number": chance.randrange(11)})
    if answer.status_code in {429, 503}:
        assert answer.headers["retry-after"]
        return str(answer.status_code)
    assert answer.json()["status"] in {"done", "failed"}, answer.text
    return str(answer.json()["status"])


def start(http: httpx.Client, chance: random.Random) -> str:
    """Start, follow to the end, sometimes cancel."""
    answer = http.post(
        "/api/runs", json={"experiment": "slow", "params": {"seconds": chance.choice([0.1, 0.3])}}
    )
    if answer.status_code != 202:
        return str(answer.status_code)
    run = answer.json()["id"]
    if chance.random() < 0.2:
        http.delete(f"/api/runs/{run}")
    with connect_sse(http, "GET", f"/api/runs/{run}/events") as stream:
        last = [message.event for message in stream.iter_sse()][-1]
    assert last == "finished", last
    return str(http.get(f"/api/runs/{run}").json()["status"])


def leave(http: httpx.Client, chance: random.Random) -> str:
    """A window that opens, stays for a moment and closes."""
    with connect_sse(http, "GET", "/api/events") as stream:
        news = stream.iter_sse()
        next(news)
        time.sleep(chance.random())
    return "left"


def fault(http: httpx.Client, chance: random.Random) -> str:
    """A run that takes its worker along, or most of it."""
    if chance.random() < 0.8:
        return "none"
    name, params = chance.choice(FAULTS)
    answer = http.post(f"/api/experiments/{name}", json=params)
    return str(answer.json()["status"]) if answer.status_code == 200 else str(answer.status_code)


def mixed_load() -> str:
    """Everything at once, and workers killed from outside; then what is lost, and what is left over."""
    with running_server(run_timeout="10", silence_timeout="3", output_limit="4000000") as server:
        server.wait_for_spare()
        before = footprint(server)
        load = Load(server, time.monotonic() + 60 * MINUTES)
        threads = [threading.Thread(target=load.client, args=(number,)) for number in range(CLIENTS)]
        for thread in threads:
            thread.start()
        kills = kill_workers(load)
        for thread in threads:
            thread.join()
        wait_for(lambda: not server.client.get("/api/runs?status=running").json())
        wait_for(lambda: not server.client.get("/api/runs?status=queued").json())
        server.wait_for_spare()
        after, recent = footprint(server), server.client.get("/api/runs?limit=200").json()
    unended = sum(run["finished_at"] is None for run in recent)
    rows = [f"| {what} | {count} |" for what, count in sorted(load.answers.items())]
    rows += [f"| not ended, of the last {len(recent)} runs | {unended} |"]
    rows += [f"| workers killed from outside | {kills} |", f"| wrong answers | {len(load.wrong)} |"]
    rows += [f"| {name}, before and after | {old}, {after[name]} |" for name, old in before.items()]
    title = f"{MINUTES:g} minutes of mixed load, {CLIENTS} clients"
    return section(title, ["what", "count"], rows, "; ".join(load.wrong[:5]))


def kill_workers(load: Load) -> int:
    """Kill one of the workers now and then; returns how many."""
    kills = 0
    while time.monotonic() < load.until:
        time.sleep(min(KILL_EVERY_S, max(0.0, load.until - time.monotonic())))
        for pid in load.server.worker_pids()[:1]:
            with suppress(ProcessLookupError):  # it has served its run meanwhile
                os.kill(pid, signal.SIGKILL)
                kills += 1
    return kills


def footprint(server: RunningServer) -> dict[str, int]:
    """Descriptors, processes, threads and memory of the server."""
    process = psutil.Process(server.process.pid)
    return {
        "descriptors": process.num_fds(),
        "child processes": len(process.children(recursive=True)),
        "threads": process.num_threads(),
        "resident MB": process.memory_info().rss // 10**6,
    }


def memory_after_runs() -> str:
    """Resident memory of the server while it serves runs of one small block each."""
    sizes = {}
    with running_server() as server:
        server.wait_for_spare()
        for done in range(RUNS + 1):
            if done in {0, 100, RUNS // 2, RUNS}:
                sizes[done] = footprint(server)["resident MB"]
            server.client.post("/api/experiments/echo", json={"number": done % 11})
    rows = [f"| {done} | {size} |" for done, size in sizes.items()]
    return section("Memory of the server after runs", ["runs", "resident MB"], rows)
