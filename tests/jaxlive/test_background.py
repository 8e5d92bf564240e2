"""Tasks in the background: none ends in silence, and one bad step does not end a loop."""

import asyncio
import logging

import pytest

from jaxlive import background
from jaxlive.background import Background
from tests.jaxlive.engines.fake_worker import turns, until


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "RETRY_S", 0)


def test_a_step_that_raises_is_told_once_stands_in_the_failures_and_is_taken_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene() -> None:
        steps = 0

        async def step() -> None:
            nonlocal steps
            steps += 1
            if steps < 5:
                raise LookupError("no such thing")

        tasks = Background()
        tasks.repeat("loop", step, asyncio.Event().wait)
        await until(lambda: tasks.failures)
        assert tasks.failures == {"loop": "no such thing"}
        await until(lambda: not tasks.failures)
        await tasks.stop()
        assert steps == 5

    with caplog.at_level(logging.ERROR, "jaxlive"):
        asyncio.run(scene())
    (told,) = caplog.records
    assert told.fields["task"] == "loop"  # type: ignore[attr-defined]
    assert "LookupError" in told.fields["traceback"]  # type: ignore[attr-defined]


def test_a_task_that_ends_by_an_exception_is_told(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async def once() -> None:
            raise LookupError("no such thing")

        Background().start("once", once())
        await turns(3)

    with caplog.at_level(logging.ERROR, "jaxlive"):
        asyncio.run(scene())
    assert [record.getMessage() for record in caplog.records] == ["background task failed"]
