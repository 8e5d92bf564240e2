"""A result delivered to all who listen, a storm of clicks, and the memory that runs cost."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import IO, Any

import psutil

from benchmarks.report import row, section, table
from tests.running import ROOT, RunningServer, running_server

LISTENERS = (1, 100, 1000)
ROUNDS = 30
CLICKS = 1000
RUNS = 1000
SLOW_S = 3
FINISHED = b"event: finished\ndata: %s\n\n"


def streams() -> str:
    """Fan-out, storm and memory."""
    return "\n".join([fan_out(), storm(), memory()])


def fan_out() -> str:
    """From `finished_at` in the event to its receipt by each of 1, 100 and 1,000 windows."""
    rows, shares = [], []
    for count in LISTENERS:
        with running_server(stream_limit="1000000") as server, listening(server.url, count) as listeners:
            server.wait_for_spare()
            begun = busy_s(server.process.pid), busy_s(listeners.pid)
            rows.append(
                row(
                    f"{count} listeners", [late for _ in range(ROUNDS) for late in deliver(server, listeners)]
                )
            )
            spent = busy_s(server.process.pid) - begun[0], busy_s(listeners.pid) - begun[1]
            shares.append(f"{count}: {1e3 * spent[0] / ROUNDS:.3g} and {1e3 * spent[1] / ROUNDS:.3g} ms")
        rows.append(row(f"{count} listeners, bare writes", asyncio.run(bare(count))))
    remark = f"Processor time of the server and of the listeners, each run: {'; '.join(shares)}."
    return table("A result to all listeners of GET /api/events", rows, remark)


@contextmanager
def listening(url: str, count: int) -> Iterator["subprocess.Popen[str]"]:
    """A process with this many open streams."""
    command = [sys.executable, "-m", "benchmarks.listeners", url.rpartition(":")[2], str(count)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            if said(process) != "ready\n":
                raise RuntimeError(f"the listeners ended with {process.wait()}: see their output")
            yield process
        finally:
            process.kill()


def said(process: "subprocess.Popen[str]") -> str:
    """The next line that a process prints."""
    pipe: IO[str] | None = process.stdout
    assert pipe
    return pipe.readline()


def deliver(server: RunningServer, listeners: "subprocess.Popen[str]") -> list[float]:
    """Seconds from the end of a trivial run to each listener."""
    run = server.client.post("/api/experiments/echo").json()
    return since(run["finished_at"], said(listeners))


def since(moment: str, times: str) -> list[float]:
    """Seconds from a moment to each of the Unix times of a JSON list."""
    begun = datetime.fromisoformat(moment).timestamp()
    return [one - begun for one in json.loads(times)]


async def bare(count: int) -> list[float]:
    """Seconds for the listeners when a loop does nothing but write: what they and the sockets cost."""
    writers: list[asyncio.StreamWriter] = []

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\n\n\r\n")
        writers.append(writer)

    async with await asyncio.start_server(greet, "127.0.0.1", 0, backlog=2048) as bound:
        port = bound.sockets[0].getsockname()[1]
        opened = listening(f":{port}", count)
        listeners = await asyncio.to_thread(opened.__enter__)
        samples: list[float] = []
        for _ in range(ROUNDS):
            begun = time.time()
            for writer in writers:
                writer.write(FINISHED % (b"x" * 1000))
            samples += [one - begun for one in json.loads(await asyncio.to_thread(said, listeners))]
        opened.__exit__(None, None, None)
    return samples


def storm() -> str:
    """Identical POSTs at once: they join one run and get one answer."""
    with running_server() as server:
        server.wait_for_spare()
        answers, last = asyncio.run(click_all(server.url))
    (answer,) = answers
    return section(
        f"{CLICKS} identical POSTs at once",
        ["runs", "answers", "from finished_at to the last answer (ms)"],
        [f"| {len(answers)} | {CLICKS} | {1e3 * since(answer, json.dumps([last]))[0]:.3g} |"],
    )


async def click_all(url: str) -> tuple[set[str], float]:
    """What the answers have as `finished_at`, and the Unix time of the last of them."""
    host, port = url.rpartition("/")[2].split(":")
    body = json.dumps({"seconds": SLOW_S})

    async def click() -> dict[str, Any]:
        reader, writer = await asyncio.open_connection(host, port, limit=2**20)
        writer.write(
            f"POST /api/experiments/slow HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode()
        )
        answer = await reader.read(-1)
        writer.close()
        return dict(json.loads(answer.partition(b"\r\n\r\n")[2]))

    runs = await asyncio.gather(*(click() for _ in range(CLICKS)))
    return {run["finished_at"] for run in runs}, time.time()


def memory() -> str:
    """The server's resident memory before and after many trivial runs."""
    with running_server() as server:
        server.wait_for_spare()
        process = psutil.Process(server.process.pid)
        before, figures = process.memory_info().rss, []
        for _ in range(2):
            for _ in range(RUNS):
                server.client.post("/api/experiments/echo").raise_for_status()
            figures.append(process.memory_info().rss)
    return section(
        "Resident memory of the server",
        ["before", f"after {RUNS} trivial runs", f"after {2 * RUNS}", "unit"],
        [f"| {before / 2**20:.0f} | {figures[0] / 2**20:.0f} | {figures[1] / 2**20:.0f} | MiB |"],
    )


def busy_s(pid: int) -> float:
    """Processor seconds that a process has used."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)
