"""Tasks that last as long as their part of the server: none ends in silence."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from traceback import format_exception
from typing import Any

from jaxlive import logs

RETRY_S = 2.0


class Background:
    """The tasks of one part; `failures` says in words which of its loops fail at the moment."""

    def __init__(self) -> None:
        self.failures: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine beside the others; an exception that ends it is logged."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def repeat(
        self, name: str, step: Callable[[], Awaitable[None]], pause: Callable[[], Awaitable[object]]
    ) -> None:
        """Take a step again and again, with a pause between; one that raises is not the last."""
        self.start(name, self._repeated(name, step, pause))

    async def stop(self) -> None:
        """Cancel all, and wait until they have ended."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _repeated(
        self, name: str, step: Callable[[], Awaitable[None]], pause: Callable[[], Awaitable[object]]
    ) -> None:
        while True:
            try:
                await step()
                self.failures.pop(name, None)
                await pause()
            except Exception as error:  # noqa: BLE001 - whatever it is, the loop goes on
                words = str(error) or type(error).__name__
                if self.failures.get(name) != words:  # one that lasts is told once
                    _log(name, error)
                self.failures[name] = words
                await asyncio.sleep(RETRY_S)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log(task.get_name(), error)


def _log(name: str, error: BaseException) -> None:
    trace = "".join(format_exception(error))
    logs.log("background task failed", logging.ERROR, task=name, reason=repr(error), traceback=trace)
