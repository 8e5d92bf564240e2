"""A room of phones that follow and vote, while the presenter clicks on a card."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import numpy as np
import psutil
from httpx_sse import connect_sse

from benchmarks.report import row, table
from tests.running import ROOT, RunningServer, running_server

PHONES = tuple(int(size) for size in os.environ.get("JAXLIVE_ROOM_PHONES", "1000,5000").split(","))
VOTES_S = 10
CLICKS = 30
PAUSE_S = 0.3
QUESTION = {"of": "none", "metric": "values.x", "kind": "factor", "ask": "How many times as fast?"}


def room() -> str:
    """For each size of the room: answers to the projector, clicks meanwhile, states to all phones, cost."""
    return "\n".join(of_size(phones) for phones in PHONES)


def of_size(phones: int) -> str:
    """One room."""
    with running_server(stream_limit="1000000") as server:
        server.wait_for_spare()
        quiet = clicks(server, range(CLICKS))
        began = time.monotonic()
        with phones_in(server, phones) as room:
            opened_s = time.monotonic() - began
            asked = move(server, "open")
            opening = states(room, time.time())
            process = psutil.Process(server.process.pid)
            with projector(server) as heard:
                busy = sum(process.cpu_times()[:2])
                tell(room, f"{asked} {VOTES_S}")
                end = time.monotonic() + VOTES_S
                busy_clicks = clicks(server, iter(lambda: time.monotonic() > end, True))
                votes = json.loads(line(room))
                busy = sum(process.cpu_times()[:2]) - busy
                closed = time.time()
                move(server, "closed")
                closing = states(room, closed)
            memory = process.memory_info().rss / 1e6
    on_stage = lateness(votes["sent"], heard)
    answers = [answered - sent for sent, answered in zip(votes["sent"], votes["answered"], strict=True)]
    remark = (
        f"The streams opened in {opened_s:.1f} s. Refused: {votes['refused']} of {phones}; shown: "
        f"{len(on_stage)}. The votes cost the server {busy:.1f} s of a processor; it held {memory:.0f} MB. "
        f"A click took {np.median(busy_clicks) / np.median(quiet):.2f} times its quiet median; "
        f"the projector heard of votes {len(heard)} times."
    )
    return table(
        f"A room of {phones} phones, which all answer within {VOTES_S} s",
        [
            row("an answer is on the projector's stream", on_stage or [np.nan]),
            row("an answer is confirmed to its phone", answers),
            row("a click on a card, quiet", quiet),
            row("a click on a card, while they answer", busy_clicks),
            row("a question reaches each phone", opening),
            row("its end reaches each phone", closing),
        ],
        remark,
    )


def clicks(server: RunningServer, until: Iterator[object] | range) -> list[float]:
    """Seconds of a trivial run, click after click at a person's pace."""
    samples = []
    for _ in until:
        time.sleep(PAUSE_S)
        began = time.perf_counter()
        server.client.post("/api/experiments/echo").raise_for_status()
        samples.append(time.perf_counter() - began)
    return samples


def move(server: RunningServer, state: str) -> str:
    """Bring the question to a state; the id of its round."""
    answer = server.client.put("/api/predictions", json={"question": QUESTION, "state": state})
    return str(answer.raise_for_status().json()["id"])


@contextmanager
def phones_in(server: RunningServer, phones: int) -> Iterator["subprocess.Popen[str]"]:
    """A process with this many phones, which all follow."""
    command = [sys.executable, "-m", "benchmarks.phones", server.url.rpartition(":")[2], str(phones)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            if line(process) != "ready\n":
                raise RuntimeError(f"the phones ended with {process.wait()}: see their output")
            yield process
        finally:
            process.kill()


def line(process: "subprocess.Popen[str]") -> str:
    """The next that a process prints."""
    assert process.stdout
    return process.stdout.readline()


def tell(process: "subprocess.Popen[str]", words: str) -> None:
    """Write it a line."""
    assert process.stdin
    process.stdin.write(f"{words}\n")
    process.stdin.flush()


def states(room: "subprocess.Popen[str]", since: float) -> list[float]:
    """Seconds from a moment until each phone has heard of a new state."""
    return [moment - since for moment in json.loads(line(room))]


@contextmanager
def projector(server: RunningServer) -> Iterator[list[tuple[float, int]]]:
    """What a window hears of votes: when, and how many there are."""
    heard: list[tuple[float, int]] = []
    ready = threading.Event()

    def listen() -> None:
        with connect_sse(server.client, "GET", "/api/events") as stream:
            for message in stream.iter_sse():
                ready.set()
                if message.event == "prediction":
                    told = message.json()["prediction"]
                    heard.append((time.time(), told["voices"]))
                    if told["state"] == "closed":
                        return

    window = threading.Thread(target=listen)
    window.start()
    ready.wait()
    yield heard
    window.join()


def lateness(sent: list[float], heard: list[tuple[float, int]]) -> list[float]:
    """Seconds from the k-th vote until an event counts k voices."""
    late, events = list[float](), iter(heard)
    moment, voices = next(events)
    for number, began in zip(count(1), sorted(sent), strict=False):
        while voices < number:
            if (event := next(events, None)) is None:
                return late
            moment, voices = event
        late.append(moment - began)
    return late
