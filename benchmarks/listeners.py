"""Many cheap listeners to one event stream, in a process of their own: `-m benchmarks.listeners PORT COUNT`.

Prints `ready` when each has got its snapshot; then, for each run that ends, a JSON list of the Unix times in
seconds at which they heard of it. They only look for a few bytes, as the server shares the machine with them.
"""

import asyncio
import json
import sys
import time
from typing import cast

import uvloop

REQUEST = b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
END = b"event: finished\n"
AT_ONCE = 50


class Listener(asyncio.Protocol):
    """One connection."""

    def __init__(self, heard: list[float], greeted: asyncio.Semaphore):
        self._heard, self._greeted = heard, greeted
        self._tail = b""
        self.awake = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        cast(asyncio.WriteTransport, transport).write(REQUEST)

    def data_received(self, data: bytes) -> None:
        """Note the end of a run; what comes before the first blank line after the head is the snapshot."""
        data = self._tail + data
        if self.awake:
            self._heard.extend([time.time()] * data.count(END))
        elif data.endswith(b"\n\n\r\n"):
            self.awake = True
            self._greeted.release()
        self._tail = data[-len(END) + 1 :]


async def listen(port: int, count: int) -> None:
    """Open the connections, `AT_ONCE` at a time, and print what they hear."""
    heard: list[float] = []
    greeted = asyncio.Semaphore(AT_ONCE)
    loop = asyncio.get_running_loop()
    for _ in range(count):
        await greeted.acquire()
        await loop.create_connection(lambda: Listener(heard, greeted), "127.0.0.1", port)
    for _ in range(AT_ONCE):
        await greeted.acquire()
    print("ready", flush=True)
    while True:
        if len(heard) >= count:
            print(json.dumps(heard[:count]), flush=True)
            del heard[:count]
        await asyncio.sleep(0.05)


if __name__ == "__main__":
    uvloop.run(listen(int(sys.argv[1]), int(sys.argv[2])))
