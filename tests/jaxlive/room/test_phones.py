"""What phones show: the question or the slide; and what a remote may ask of the presenter's window."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from jaxlive.room import phones as module
from jaxlive.room.outline import outline
from jaxlive.room.phones import BEAT
from jaxlive.room.room import Room
from jaxlive.runs.bus import Bus
from jaxlive.runs.errors import TooLate
from jaxlive.runs.history import History
from jaxlive.runs.models import DeckPosition, Move
from jaxlive.talk.presenter import Presenter
from tests.jaxlive.room.conftest import end, question, run_of, vote

NOTES = [
    "Half a minute. The talk is 3 minutes long.", "Two minutes for this part. One minute. Begin.",
    "One minute. Go on.", "Three minutes for this part. Look.", "Said off the record.",
]  # fmt: skip


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    slides: list[dict[str, Any]] = [
        {"title": f"Slide {number}", "note": note, "appendix": number == 5, "cards": []}
        for number, note in enumerate(NOTES, 1)
    ]
    slides[1]["predictions"] = [question().model_dump()]
    (tmp_path / "deck.json").write_text(json.dumps({"title": "A talk", "slides": slides}))
    return tmp_path


@pytest.fixture
def presenter(bus: Bus) -> Presenter:
    return Presenter(bus)


@pytest.fixture
def room(deck: Path, history: History, bus: Bus, presenter: Presenter) -> Room:
    return Room(deck, history, bus, presenter)


def data(event: bytes) -> Any:
    """What an event carries."""
    return json.loads(event.partition(b"data: ")[2])


async def next_of(stream: AsyncIterator[bytes]) -> Any:
    async with asyncio.timeout(10):
        return data(await anext(stream))


def test_a_phone_shows_the_slide_then_the_question_then_the_truth_then_the_next_slide(
    room: Room, presenter: Presenter, history: History
) -> None:
    async def story() -> None:
        stream, seen = room.phones.follow(), []
        asked = question()

        async def look() -> None:
            state = await next_of(stream)
            seen.append((state["title"], state["prediction"] and state["prediction"]["state"]))

        await look()
        presenter.steer(DeckPosition(page=2))
        await look()
        room.predictions.move(asked, "open")
        await look()
        presenter.steer(DeckPosition(page=3))
        await look()
        end(run_of(history), 2.0)
        await look()
        presenter.steer(DeckPosition(page=4))
        await look()
        assert seen == [
            ("Slide 1", None), ("Slide 2", None), ("Slide 2", "open"), ("Slide 3", "open"),
            ("Slide 3", "revealed"), ("Slide 4", None),
        ]  # fmt: skip

    asyncio.run(story())


def test_while_a_question_is_open_phones_hear_nothing_of_others(room: Room) -> None:
    async def story() -> None:
        stream = room.phones.follow()
        room.predictions.move(question(), "open")
        first = await next_of(stream)
        for number in range(9):
            vote(room.predictions, 3, f"voter-{number:03}")
        await asyncio.sleep(0.5)  # an event of votes has passed
        room.predictions.move(question(), "closed")
        second = await next_of(stream)
        assert (first["prediction"]["voices"], first["prediction"]["bins"]) == (0, None)
        assert (second["prediction"]["state"], second["prediction"]["voices"]) == ("closed", 9)

    asyncio.run(story())


def test_a_slow_phone_gets_the_newest_state_only(room: Room, presenter: Presenter) -> None:
    async def story() -> None:
        stream = room.phones.follow()
        await next_of(stream)
        for page in range(2, 5):
            presenter.steer(DeckPosition(page=page))
        assert (await next_of(stream))["title"] == "Slide 4"

    asyncio.run(story())


def test_silence_is_filled_with_beats_and_the_end_of_the_server_ends_it(
    room: Room, bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(_: object) -> bool:
        await asyncio.sleep(0)
        return False

    async def story() -> None:
        stream = room.phones.follow()
        await anext(stream)
        monkeypatch.setattr(module, "heard", silent)
        assert await anext(stream) == BEAT
        bus.close()
        assert [one async for one in stream] == []

    asyncio.run(story())


def test_a_move_names_where_it_starts_and_an_older_one_is_refused(
    room: Room, presenter: Presenter, bus: Bus
) -> None:
    with pytest.raises(TooLate, match="no presenter's window is open"):
        room.control.ask(Move(do="next", page=1, clicks=0))
    presenter.steer(DeckPosition(page=2, clicks=1))
    room.control.ask(Move(do="next", page=2, clicks=1))
    assert data(bus._recent[-1])["move"] == {"do": "next", "page": 2, "clicks": 1}
    presenter.steer(DeckPosition(page=3))
    told = bus.published
    for old in (Move(do="next", page=2, clicks=1), Move(do="run", page=3, clicks=1)):
        with pytest.raises(TooLate, match=r"you saw slide \d, step 1, the deck is at slide 3, step 0"):
            room.control.ask(old)
    assert bus.published == told


def test_a_remote_shows_notes_the_next_slide_the_run_and_the_slides_question(
    room: Room, presenter: Presenter, history: History
) -> None:
    presenter.steer(DeckPosition(page=2))
    state = room.control.state()
    assert (state.title, state.notes, state.next_title, state.slides) == ("Slide 2", NOTES[1], "Slide 3", 4)
    assert [(one.question, one.state) for one in state.predictions] == [(question(), "idle")]
    log = run_of(history)
    running = room.control.state().run
    end(log, 1.0)
    ended = room.control.state().run
    assert running
    assert ended
    assert (running.status, ended.status, ended.id) == ("running", "done", log.run.id)


def test_a_dropped_remote_sees_no_more(room: Room, presenter: Presenter) -> None:
    async def story() -> None:
        allowed = [True, False]
        stream = room.control.follow(lambda: allowed.pop(0))
        assert (await next_of(stream))["title"] == "Slide 1"
        assert [one async for one in stream] == []

    asyncio.run(story())


def test_a_remote_that_nothing_happens_to_is_sent_nothing(room: Room, presenter: Presenter) -> None:
    async def story() -> None:
        presenter.steer(DeckPosition(page=2))
        stream = room.control.follow(lambda: True)
        await anext(stream)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await anext(stream)

    asyncio.run(story())


def test_the_time_counts_from_the_first_step_beyond_the_first_slide(room: Room, presenter: Presenter) -> None:
    presenter.steer(DeckPosition(page=1))
    assert room.control.state().elapsed_min is None
    for page, slide_ends, part_ends in ((2, 1.5, 2.5), (3, 2.5, 2.5), (4, None, 5.5), (5, None, None)):
        presenter.steer(DeckPosition(page=page))
        state = room.control.state()
        assert state.elapsed_min is not None
        assert (state.slide_ends_min, state.part_ends_min) == (slide_ends, part_ends)


def test_a_deck_that_is_not_built_or_is_wrong_has_no_outline(tmp_path: Path) -> None:
    assert outline(tmp_path).slides == []
    (tmp_path / "deck.json").write_text('{"slides": [{"title": 5}]}')
    assert outline(tmp_path).at(1) is None
