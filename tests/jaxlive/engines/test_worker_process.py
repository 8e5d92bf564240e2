"""A worker process without a process: what it says by script, what is sent to it noted down."""

import asyncio
import json
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, cast

import pytest

from jaxlive.engines import process, watch
from jaxlive.engines.base import Job, Limits
from jaxlive.engines.process import WorkerProcess
from jaxlive.engines.watch import Passed, Watch
from tests.jaxlive.engines.fake_worker import MACHINE, turns, until

NOBODY = 2**22 + 1
"""No process has this id."""
READY = json.dumps({"type": "ready", "environment": MACHINE.model_dump(mode="json")})
JOB = Job("job", "echo", {}, Limits(10**9, 64, 10**6, 60))


class Script:
    """An asyncio process of which the test writes the lines; it ends at SIGKILL."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pid, self.returncode = NOBODY, cast(int | None, None)
        self.stdout, self.stderr, self.stdin = asyncio.StreamReader(), asyncio.StreamReader(), self
        self.sent: list[signal.Signals] = []
        self._gone = asyncio.Event()
        monkeypatch.setattr(process, "signal_group", lambda _, number: self.receive(number))

    def receive(self, number: signal.Signals) -> None:
        self.sent.append(number)
        if number == signal.SIGKILL and self.returncode is None:
            self.returncode = -number
            self.stdout.feed_eof()
            self.stderr.feed_eof()
            self._gone.set()

    def say(self, line: str) -> None:
        self.stdout.feed_data(line.encode() + b"\n")

    def write(self, _: bytes) -> None:
        """What the worker reads."""

    def is_closing(self) -> bool:
        return False

    async def wait(self) -> None:
        await self._gone.wait()


def play(monkeypatch: pytest.MonkeyPatch, scene: Callable[[WorkerProcess, Script], Awaitable[None]]) -> None:
    async def whole() -> None:
        script = Script(monkeypatch)
        worker = WorkerProcess(cast(Any, script), contained=False)
        await scene(worker, script)
        await worker.kill()

    asyncio.run(whole())


def test_it_stands_still_only_when_it_is_bound_to_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(worker: WorkerProcess, script: Script) -> None:
        worker.pause()
        await turns(5)
        assert script.sent == []
        script.say("")
        await until(lambda: script.sent)
        assert script.sent == [signal.SIGSTOP]
        worker.resume()
        script.say(READY)
        await worker.ready
        assert script.sent == [signal.SIGSTOP, signal.SIGCONT]

    play(monkeypatch, scene)


def test_one_resumed_before_it_is_bound_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(worker: WorkerProcess, script: Script) -> None:
        worker.pause()
        worker.resume()
        script.say("")
        script.say(READY)
        await worker.ready
        assert signal.SIGSTOP not in script.sent

    play(monkeypatch, scene)


@pytest.mark.parametrize("line", ["nonsense", '{"type": "started"}'])
def test_nonsense_at_the_start_ends_it(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    async def scene(worker: WorkerProcess, script: Script) -> None:
        script.say("")
        script.say(line)
        with pytest.raises((TypeError, ValueError)):
            await worker.ready
        await worker.exited()
        assert (worker.ended, worker.killed, worker.state) == (True, False, "starting")

    play(monkeypatch, scene)


def test_one_that_was_handed_a_job_is_never_idle_again_before_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene(worker: WorkerProcess, script: Script) -> None:
        script.say("")
        script.say(READY)
        await worker.ready
        worker.begin(JOB, {})
        begun = asyncio.create_task(worker.has_begun())
        await turns(2)
        begun.cancel()
        with suppress(asyncio.CancelledError):
            await begun
        assert worker.state == "busy"

    play(monkeypatch, scene)


def test_a_look_that_fails_is_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LOOK_S", 0)

    async def scene() -> None:
        ended, looks = asyncio.Event(), iter([ValueError, None, Passed("memory-limit", "too much")])

        def look() -> Passed | None:
            found = next(looks)
            if isinstance(found, type):
                raise found
            return found

        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        over = Watch(NOBODY, ended.set, contained=False)
        monkeypatch.setattr(over, "_check", look)
        over.begin(JOB.limits)
        async with asyncio.timeout(10):
            await ended.wait()
        assert over.passed

    asyncio.run(scene())


@pytest.mark.parametrize("contained", [False, True])
def test_no_code_of_ours_runs_between_fork_and_exec(monkeypatch: pytest.MonkeyPatch, contained: bool) -> None:
    async def scene() -> None:
        def started(*_: str, **options: Any) -> None:
            raise LookupError(options)

        monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
        with pytest.raises(LookupError) as raised:
            await WorkerProcess.spawn({}, contained=contained)
        (options,) = raised.value.args
        assert options["start_new_session"]
        assert not options.get("preexec_fn")

    asyncio.run(scene())
