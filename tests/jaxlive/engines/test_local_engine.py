"""The local engine on workers without processes: leases, deaths and cancels at every turn of the loop."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Any, Protocol

import pytest

from jaxlive import background
from jaxlive.engines import local
from jaxlive.engines.base import Job, Limits, WorkerDied
from jaxlive.engines.local import LocalEngine
from tests.jaxlive.engines.fake_worker import Fakes, FakeTemplate, turns, until

LIMITS = Limits(10**9, 64, 10**6, 60)
TURNS = range(30)
KINDS: dict[str, dict[str, Any]] = {
    "kept": {}, "of its own": {"environment": {"X": "1"}}, "edited": {"code": "x"},
    "edited, of its own": {"environment": {"X": "1"}, "code": "x"},
}  # fmt: skip
Scene = Callable[[LocalEngine, Fakes], Awaitable[None]]


class Play(Protocol):
    def __call__(self, scene: Scene, warm: bool = True) -> None: ...


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "RETRY_S", 0)
    monkeypatch.setattr(local, "REPLACE_S", 0)


@pytest.fixture(params=[False, True], ids=["started", "forked"])
def forked(request: pytest.FixtureRequest) -> bool:
    """Whether workers come from a template."""
    return bool(request.param)


@pytest.fixture
def play(forked: bool) -> Play:
    """A scene with an engine that keeps a contained worker too, warm unless told otherwise."""

    async def whole(scene: Scene, warm: bool) -> None:
        fakes = Fakes()
        template = FakeTemplate(fakes) if forked else None
        engine = LocalEngine(live_code=True, template=template, spawn=fakes.spawn)
        await engine.start()
        if warm:
            await until(lambda: is_whole(engine))
        await scene(engine, fakes)
        await engine.stop()
        assert not fakes.alive()

    return lambda scene, warm=True: asyncio.run(whole(scene, warm))


def is_whole(engine: LocalEngine) -> bool:
    return [worker.state for worker in engine.workers()] == ["idle"] * 3


def a_job(kind: str = "kept", name: str = "job", **params: Any) -> Job:
    return Job(name, "echo", params, LIMITS, **KINDS[kind])


async def outputs(engine: LocalEngine, job: Job) -> list[str]:
    async with aclosing(engine.run(job)) as told:
        return [output.type async for output in told]


async def fine(engine: LocalEngine, kind: str = "kept") -> None:
    """A job goes well, and all is as it should be afterwards."""
    assert await outputs(engine, a_job(kind, "after")) == ["started", "block", "finished"]
    await until(lambda: is_whole(engine))


@pytest.mark.parametrize("kind", KINDS)
def test_a_job_goes_well_and_only_a_kept_worker_that_was_started_serves_another(
    kind: str, forked: bool, play: Play
) -> None:
    async def scene(engine: LocalEngine, fakes: Fakes) -> None:
        await fine(engine, kind)
        await fine(engine, kind)
        first, second = (worker for _, worker in fakes.jobs())
        serves_on = kind == "kept" and not forked
        assert (first is second) == serves_on
        assert first.contained == ("edited" in kind)
        assert first.killed == (not serves_on)
        assert engine.restarts == 0

    play(scene)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("warm", [True, False])
def test_a_job_left_at_any_turn_ends_its_own_worker_and_no_other(kind: str, warm: bool, play: Play) -> None:
    for left in TURNS:

        async def scene(engine: LocalEngine, fakes: Fakes, left: int = left) -> None:
            waiting = fakes.alive()
            task = asyncio.create_task(outputs(engine, a_job(kind, endless=True)))
            await turns(left)
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            served = [worker for _, worker in fakes.jobs()]
            killed = [worker for worker in fakes.all if worker.killed]
            assert len(killed) <= 1
            assert set(served) <= set(killed)
            assert all(worker in served or worker not in waiting for worker in killed)
            await until(lambda: is_whole(engine))
            await fine(engine)

        play(scene, warm=warm)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("victim", range(3))
def test_a_worker_that_dies_at_any_turn_costs_its_own_job_alone(kind: str, victim: int, play: Play) -> None:
    for turn in TURNS:

        async def scene(engine: LocalEngine, fakes: Fakes, turn: int = turn) -> None:
            task = asyncio.create_task(outputs(engine, a_job(kind)))
            await turns(turn)
            dying = (fakes.alive() * 3)[victim]
            waiting = not dying.jobs and dying.state == "idle"
            dying.die()
            with suppress(WorkerDied):
                assert (await task)[-1] == "finished"
            assert task.exception() is None or not waiting
            await until(lambda: is_whole(engine))
            await fine(engine)

        play(scene)


def test_two_that_died_idle_are_both_passed_over_and_never_a_third_comes(play: Play) -> None:
    async def scene(engine: LocalEngine, fakes: Fakes) -> None:
        for worker in fakes.alive():
            worker.die()
        jobs = asyncio.create_task(fine(engine))
        while not jobs.done():
            assert len([worker for worker in fakes.alive() if not worker.contained]) <= 2
            await asyncio.sleep(0)
        await jobs
        assert engine.restarts == 3

    play(scene)


def test_a_dead_contained_worker_is_passed_over(play: Play) -> None:
    async def scene(engine: LocalEngine, fakes: Fakes) -> None:
        (contained,) = [worker for worker in fakes.alive() if worker.contained]
        contained.die()
        await fine(engine, "edited")

    play(scene)


def test_a_spare_that_starts_stands_still_while_a_job_is_timed(play: Play) -> None:
    async def scene(engine: LocalEngine, fakes: Fakes) -> None:
        fakes.alive()[1].die()
        task = asyncio.create_task(outputs(engine, a_job(endless=True)))
        await until(lambda: any(worker.paused for worker in fakes.alive()))
        await turns(50)
        assert not is_whole(engine)
        task.cancel()
        await until(lambda: is_whole(engine))

    play(scene)


@pytest.mark.parametrize("kind", KINDS)
def test_nonsense_from_a_worker_ends_it(kind: str, play: Play) -> None:
    async def scene(engine: LocalEngine, fakes: Fakes) -> None:
        job = a_job(kind, nonsense=True)
        with pytest.raises(TypeError):
            await outputs(engine, job)
        (worker,) = [worker for _, worker in fakes.jobs()]
        assert (worker.killed, job.stderr) == (True, worker.log)
        await until(lambda: is_whole(engine))
        assert [other for other in fakes.all if other.killed] == [worker]

    play(scene)


def test_what_hinders_workers_is_said_until_it_is_over(play: Play) -> None:
    async def scene(engine: LocalEngine, fakes: Fakes) -> None:
        def full() -> None:
            raise OSError("too many processes")

        fakes.trouble = full
        await until(lambda: engine.failures)
        assert engine.failures == {"workers": "too many processes"}
        fakes.trouble = lambda: None
        await until(lambda: is_whole(engine))
        assert not engine.failures

    play(scene, warm=False)


def test_a_start_that_fails_is_said_with_the_last_words(play: Play) -> None:
    async def scene(engine: LocalEngine, fakes: Fakes) -> None:
        await until(lambda: fakes.all)
        fakes.all[0].die()
        await until(lambda: engine.failures)
        assert "did not start: words of" in engine.failures["workers"]
        await until(lambda: is_whole(engine))
        assert not engine.failures

    play(scene, warm=False)
