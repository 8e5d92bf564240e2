"""The streams of a forked worker, in the event loop that serves."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
import uvloop

from jaxlive.engines.forked import Streams

ROUNDS = 10_000
"""With pipes in place of sockets one in a thousand lost somebody else's descriptor."""


@pytest.mark.slow
def test_their_end_closes_no_descriptor_of_another_thread() -> None:
    ended = Event()

    def open_and_close() -> None:
        while not ended.is_set():
            os.close(os.open(os.devnull, os.O_RDONLY))

    async def story() -> None:
        for _ in range(ROUNDS):
            streams = Streams(limit=1000)
            await streams.open()
            streams.close()
            await asyncio.sleep(0)

    with ThreadPoolExecutor(2) as threads:
        others = [threads.submit(open_and_close) for _ in range(2)]
        try:
            uvloop.run(story())
        finally:
            ended.set()
        for other in others:
            other.result()
