"""The queue on the local engine, on workers without processes: every end of a run, at every turn."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from jaxlive import background
from jaxlive.engines import local
from jaxlive.engines.base import Job, Output
from jaxlive.engines.local import LocalEngine
from jaxlive.lab.declare.experiment import Experiment, Params
from jaxlive.runs import scheduler
from jaxlive.runs.errors import Busy
from jaxlive.runs.log import RunLog
from jaxlive.runs.models import Edited, Run
from jaxlive.services import Services, build
from jaxlive.settings import Settings
from tests.jaxlive.engines.fake_worker import Fakes, FakeWorker, turns, until

TURNS = range(30)


class FakeParams(Params):
    number: int = 0
    endless: bool = False
    nonsense: bool = False


def declared(name: str, environment: dict[str, str]) -> Experiment:
    return Experiment(name, name, "", "", FakeParams, lambda _: iter([]), Path(), 1.0, (), environment)


EXPERIMENTS = {name: declared(name, own) for name, own in {"kept": {}, "of its own": {"X": "1"}}.items()}
KINDS = ["kept", "of its own", "edited"]
Scene = Callable[["Theatre"], Awaitable[None]]


class Theatre:
    """A scheduler and what is around it."""

    def __init__(self, **settings: Any) -> None:
        self.fakes = Fakes()
        engine = LocalEngine(live_code=True, spawn=self.fakes.spawn)
        self.services: Services = build(Settings(history=None, **settings), EXPERIMENTS, engine)
        self.scheduler = self.services.scheduler

    def submit(self, kind: str = "kept", **params: Any) -> RunLog:
        edited = Edited(code="x", difference="") if kind == "edited" else None
        experiment = EXPERIMENTS["kept" if edited else kind]
        return self.scheduler.submit(experiment, FakeParams(**params), "somebody", edited)

    async def whole(self) -> None:
        """Until both kept workers and the contained one wait."""
        states = ["idle"] * 3
        await until(lambda: [worker.state for worker in self.services.engine.workers()] == states)

    async def fine(self) -> None:
        """A run goes well, and all workers wait again."""
        assert (await self.submit(number=99).wait()).status == "done"
        await self.whole()

    def of(self, log: RunLog) -> list[FakeWorker]:
        return [worker for job, worker in self.fakes.jobs() if job == log.run.id]

    async def begun(self, log: RunLog, number: int) -> None:
        """Until so many workers have said that they have begun this run."""
        await until(lambda: sum(worker.begun for worker in self.of(log)) == number)

    def served(self, log: RunLog) -> list[int]:
        return [worker.number for worker in self.of(log)]

    def killed(self) -> list[int]:
        return [worker.number for worker in self.fakes.all if worker.killed]


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "RETRY_S", 0)
    monkeypatch.setattr(local, "REPLACE_S", 0)
    monkeypatch.setattr(scheduler, "LOOK_S", 0)


def play(scene: Scene, **settings: Any) -> None:
    """A scene with warm workers; nothing is left of it."""

    async def whole() -> None:
        theatre = Theatre(**settings)
        theatre.services.history.start()
        await theatre.scheduler.start()
        await theatre.whole()
        await scene(theatre)
        await theatre.scheduler.stop()
        theatre.services.history.stop()
        assert not theatre.fakes.alive()

    asyncio.run(whole())


@pytest.mark.parametrize("kind", KINDS)
def test_a_cancel_at_any_turn_ends_that_run_and_its_worker_alone(kind: str) -> None:
    for turn in TURNS:

        async def scene(theatre: Theatre, turn: int = turn) -> None:
            waiting = [worker.number for worker in theatre.fakes.alive()]
            log, second = theatre.submit(kind, endless=True), theatre.submit(number=1)
            await turns(turn)
            run = await theatre.scheduler.cancel(log)
            assert (run.status, run.problem) == ("cancelled", None)
            served = theatre.served(log)
            assert set(served) <= set(theatre.killed())
            assert all(worker in served or worker not in waiting for worker in theatre.killed())
            assert (await second.wait()).status == "done"
            await theatre.whole()

        play(scene)


def test_a_cancel_reaches_a_run_whose_engine_has_nothing_for_it_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(theatre: Theatre) -> None:
        async def never(_: Job) -> AsyncGenerator[Output]:
            await asyncio.Event().wait()
            raise AssertionError
            yield

        with monkeypatch.context() as patch:
            patch.setattr(theatre.services.engine, "run", never)
            log = theatre.submit()
            await turns(5)
            assert (await theatre.scheduler.cancel(log)).status == "cancelled"
        await theatre.fine()

    play(scene)


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_over_its_time_costs_its_own_worker_and_has_its_words(kind: str) -> None:
    async def scene(theatre: Theatre) -> None:
        log = theatre.submit(kind, endless=True)
        run = await log.wait()
        (worker,) = theatre.served(log)
        assert run.status == "timed_out"
        assert run.problem
        assert run.problem.log == [f"words of {worker}"]
        assert theatre.killed() == [worker]
        await theatre.fine()

    play(scene, run_timeout=0.005)


@pytest.mark.parametrize("kind", KINDS)
def test_nonsense_from_a_worker_costs_that_worker_and_has_its_words(kind: str) -> None:
    async def scene(theatre: Theatre) -> None:
        log = theatre.submit(kind, nonsense=True)
        run = await log.wait()
        (worker,) = theatre.served(log)
        assert run.problem
        assert (run.status, run.problem.type) == ("failed", "urn:jaxlive:protocol-broken")
        assert run.problem.log == [f"words of {worker}"]
        assert theatre.killed() == [worker]
        await theatre.fine()

    play(scene)


@pytest.mark.parametrize("kind", KINDS)
def test_a_worker_that_dies_at_any_turn_fails_that_run_at_most(kind: str) -> None:
    for turn in TURNS:

        async def scene(theatre: Theatre, turn: int = turn) -> None:
            log = theatre.submit(kind)
            await turns(turn)
            (theatre.of(log) or theatre.fakes.alive())[-1].die()
            run = await log.wait()
            assert run.status in {"done", "failed"}
            if run.problem:
                assert run.problem.type == "urn:jaxlive:worker-died"
            await theatre.fine()

        play(scene)


@pytest.mark.parametrize(("kind", "again"), [("kept", True), ("of its own", True), ("edited", False)])
def test_a_run_whose_worker_is_killed_before_it_has_shown_anything_is_repeated_once(
    kind: str, again: bool
) -> None:
    async def scene(theatre: Theatre) -> None:
        log = theatre.submit(kind)
        await theatre.begun(log, 1)
        theatre.of(log)[0].die()
        run = await log.wait()
        assert (run.status, run.repeated, len(theatre.served(log))) == (
            ("done", True, 2) if again else ("failed", False, 1)
        )
        kinds = [entry.type for entry in log.entries]
        assert kinds.count("finished") == 1
        assert '"repeated":true' in log.entries[-1].json or not again
        await theatre.fine()

    play(scene)


@pytest.mark.parametrize("kind", KINDS)
def test_a_worker_that_dies_before_it_has_begun_is_passed_over(kind: str) -> None:
    async def scene(theatre: Theatre) -> None:
        log = theatre.submit(kind)
        await until(lambda: log.run.started_at)
        theatre.of(log)[0].die()
        run = await log.wait()
        assert (run.status, run.repeated, len(theatre.served(log))) == ("done", False, 2)
        assert [entry.type for entry in log.entries] == ["queued", "started", "block", "finished"]
        await theatre.fine()

    play(scene)


def test_a_run_whose_worker_is_killed_twice_or_after_its_first_block_fails() -> None:
    async def twice(theatre: Theatre) -> None:
        log = theatre.submit(endless=True)
        await theatre.begun(log, 1)
        theatre.of(log)[0].die()
        await theatre.begun(log, 2)
        theatre.of(log)[1].die()
        run = await log.wait()
        assert (run.status, run.repeated) == ("failed", True)

    async def late(theatre: Theatre) -> None:
        log = theatre.submit(endless=True)
        await until(lambda: log.run.blocks)
        theatre.of(log)[0].die()
        run = await log.wait()
        assert (run.status, run.repeated, len(run.blocks)) == ("failed", False, 1)

    play(twice)
    play(late)


def test_a_stop_at_any_turn_ends_all_and_a_second_one_waits_for_it() -> None:
    for turn in TURNS:

        async def scene(theatre: Theatre, turn: int = turn) -> None:
            logs = [theatre.submit("of its own", endless=True), theatre.submit(), theatre.submit(number=1)]
            await turns(turn)
            first = asyncio.create_task(theatre.scheduler.stop())
            await asyncio.sleep(0)
            await theatre.scheduler.stop()
            assert first.done() or not theatre.fakes.alive()
            assert all(log.finished for log in logs)
            await first
            with pytest.raises(Busy):
                theatre.submit()

        play(scene)


def test_a_run_that_cannot_be_written_down_does_not_end_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(theatre: Theatre) -> None:
        def broken(_: Run) -> None:
            raise LookupError("no such figure")

        with monkeypatch.context() as patch:
            patch.setattr(theatre.services.metrics, "ended", broken)
            assert (await theatre.submit().wait()).status == "done"
            await turns(5)
        await theatre.fine()
        assert not theatre.scheduler.failures

    play(scene)


def test_a_queue_that_fails_is_said_and_goes_on_when_it_can() -> None:
    async def scene(theatre: Theatre) -> None:
        theatre.services.engine.places = None  # type: ignore[assignment]
        with suppress(TypeError):
            theatre.submit()
        await until(lambda: theatre.scheduler.failures)
        assert "NoneType" in theatre.scheduler.failures["queue"]
        theatre.services.engine.places = 1
        await theatre.fine()
        assert not theatre.scheduler.failures

    play(scene)


def test_abandoned_runs_end_one_after_the_other() -> None:
    async def scene(theatre: Theatre) -> None:
        logs = [theatre.submit("of its own", endless=True), theatre.submit(number=1)]
        for log in logs:
            with log.followers.one():
                await asyncio.sleep(0)
        await until(lambda: all(log.finished for log in logs), 100_000)
        assert {log.run.status for log in logs} <= {"cancelled", "done"}
        assert logs[0].run.problem
        assert logs[0].run.problem.type == "urn:jaxlive:abandoned"
        await theatre.fine()

    play(scene, grace_period=0.01)
