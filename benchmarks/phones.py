"""A room of phones in one process: `-m benchmarks.phones PORT COUNT`. All follow; told by a line, they vote.

Prints `ready` when each follows. A line `ID SECONDS` on stdin has each vote once within so many seconds, at a
moment of its own, on a connection of its own; then it prints a JSON object with the Unix times of sending and
of the answers, and how many answers were not 200. Whenever all have heard of a new state: a JSON list of the
Unix times at which they did.
"""

import asyncio
import json
import random
import resource
import sys
import time
from typing import cast

import uvloop

FOLLOW = b"GET /api/phone/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
STATE = b"event: room\n"
AT_ONCE = 50


class Phone(asyncio.Protocol):
    """One that follows; it only looks for a few bytes, as the server shares the machine with it."""

    def __init__(self, heard: list[float], greeted: asyncio.Semaphore):
        self._heard, self._greeted, self._awake = heard, greeted, False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        cast(asyncio.WriteTransport, transport).write(FOLLOW)

    def data_received(self, data: bytes) -> None:
        """Note the times of new states, the first of which greets."""
        if STATE not in data:
            return
        if self._awake:
            self._heard.append(time.time())
        else:
            self._awake = True
            self._greeted.release()


async def follow(port: int, count: int, heard: list[float]) -> None:
    """Open the streams, `AT_ONCE` at a time."""
    greeted, loop = asyncio.Semaphore(AT_ONCE), asyncio.get_running_loop()
    for _ in range(count):
        await greeted.acquire()
        await loop.create_connection(lambda: Phone(heard, greeted), "127.0.0.1", port)
    for _ in range(AT_ONCE):
        await greeted.acquire()


async def vote(port: int, prediction: str, number: int, wait_s: float) -> tuple[float, float, bool]:
    """When a vote is sent and answered, and whether it counts."""
    await asyncio.sleep(wait_s)
    body = json.dumps({"prediction": prediction, "voter": f"phone-{number:06}", "guess": 1 + number % 100})
    head = f"Host: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    sent = time.time()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"PUT /api/votes HTTP/1.1\r\n{head}Connection: close\r\n\r\n{body}".encode())
    answer = await reader.read()
    writer.close()
    return sent, time.time(), answer.startswith(b"HTTP/1.1 200")


async def room(port: int, count: int) -> None:
    """Follow, and vote when told to."""
    heard: list[float] = []
    await follow(port, count, heard)
    print("ready", flush=True)
    asyncio.create_task(tell(heard, count)).add_done_callback(lambda task: task.result())
    while line := await asyncio.to_thread(sys.stdin.readline):
        prediction, seconds = line.split()
        waits = (random.random() * float(seconds) for _ in range(count))
        votes = [vote(port, prediction, number, wait) for number, wait in enumerate(waits)]
        sent, answered, counts = zip(*await asyncio.gather(*votes), strict=True)
        said = {"sent": sent, "answered": answered, "refused": count - sum(counts)}
        print(json.dumps(said), flush=True)


async def tell(heard: list[float], count: int) -> None:
    """Print the times of each state that all have heard of."""
    while True:
        if len(heard) >= count:
            print(json.dumps(heard[:count]), flush=True)
            del heard[:count]
        await asyncio.sleep(0.05)


if __name__ == "__main__":
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    uvloop.run(room(int(sys.argv[1]), int(sys.argv[2])))
