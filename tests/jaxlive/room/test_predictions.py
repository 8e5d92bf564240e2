"""A prediction from the question to the result: states, votes, bins, and what outlives the server."""

import asyncio
import json
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from jaxlive.room import ballot
from jaxlive.room import predictions as module
from jaxlive.room.ballot import BINS, Ballot
from jaxlive.room.limits import TooFast
from jaxlive.room.predictions import MOVES, PAUSE_S, Predictions
from jaxlive.runs.bus import Bus
from jaxlive.runs.errors import BadParameters, TooLate
from jaxlive.runs.history import History
from jaxlive.runs.predictions import Question, State, Vote
from jaxlive.web.routes.pages import page
from tests.jaxlive.room.conftest import end, question, run_of, vote

STATES = get_args(State)
WAYS: dict[State, list[State]] = {
    "idle": [], "open": ["open"], "closed": ["open", "closed"], "revealed": ["open", "revealed"],
}  # fmt: skip


@pytest.mark.parametrize(("start", "state"), [*product(STATES, STATES)])
def test_the_speaker_moves_a_question_along_its_states_only(
    predictions: Predictions, start: State, state: State
) -> None:
    for step in WAYS[start]:
        predictions.move(question(), step)
    if state == start or state in MOVES[start]:
        assert predictions.move(question(), state).state == state
        assert [one.state for one in predictions.all()] == ([] if state == "idle" else [state])
    else:
        with pytest.raises(TooLate, match=f"is {start}, so it cannot be {state}: expected"):
            predictions.move(question(), state)


def test_the_remote_offers_moves_that_there_are() -> None:
    (table,) = re.findall(r"var VERBS = (\{.+\})", page("remote"))
    offered = json.loads(re.sub(r"(\w+):", r'"\1":', table.replace("'", '"')))
    assert offered.keys() == MOVES.keys()
    for state, verbs in offered.items():
        assert {becomes for _, becomes in verbs} <= set(MOVES[state])


def test_only_one_question_is_open(predictions: Predictions) -> None:
    first, second = question(), question(metric="values.size")
    predictions.move(first, "open")
    predictions.move(second, "open")
    assert [(one.question, one.state) for one in predictions.all()] == [(first, "closed"), (second, "open")]


def test_the_first_run_closes_and_its_result_reveals(predictions: Predictions, history: History) -> None:
    async def story() -> None:
        predictions.move(question(), "open")
        for number in range(8):
            vote(predictions, 2.0**number, f"voter-{number:03}")
        log = run_of(history)
        assert predictions.all()[0].state == "closed"
        end(log, 8.0)
        (told,) = predictions.all()
        assert (told.state, told.truth, told.voices, told.run_id) == ("revealed", 8.0, 8, log.run.id)
        assert told.share == 3 / 8  # 4, 8 and 16
        assert told.bins
        assert sum(told.bins) == 8
        end(run_of(history), 9.0)
        assert predictions.all() == [told]

    asyncio.run(story())


def test_a_run_without_the_number_only_closes_and_the_next_one_reveals(
    predictions: Predictions, history: History
) -> None:
    predictions.move(question(), "open")
    end(run_of(history, edited=True), 3.0)
    end(run_of(history, experiment="other"), 3.0)
    assert predictions.all()[0].state == "open"
    end(run_of(history), None, "failed")
    assert predictions.all()[0].state == "closed"
    end(run_of(history), 3.0)
    assert predictions.all()[0].truth == 3.0


def test_the_speaker_reveals_by_the_newest_run_or_without_one(
    predictions: Predictions, history: History
) -> None:
    predictions.move(question(), "open")
    assert predictions.move(question(), "revealed").truth is None
    end(run_of(history), 0.0)
    predictions.move(question(), "open")
    assert predictions.move(question(), "revealed").truth == 0.0


def test_a_second_vote_replaces_the_first(predictions: Predictions) -> None:
    async def story() -> None:
        predictions.move(question("choice"), "open")
        for number in range(5):
            vote(predictions, 0, f"voter-{number:03}")
        vote(predictions, 2, "voter-000")
        vote(predictions, 2, "voter-000")
        (asked,) = predictions.all()
        assert (asked.voices, asked.bins) == (5, [4, 0, 1])

    asyncio.run(story())


def test_under_five_voices_only_their_count_is_told(predictions: Predictions, history: History) -> None:
    async def story() -> None:
        predictions.move(question(), "open")
        for number in range(4):
            vote(predictions, 1, f"voter-{number:03}")
        end(run_of(history), 1.0)
        (told,) = predictions.all()
        assert (told.voices, told.bins, told.share) == (4, None, None)
        assert history.predictions() == [told]

    asyncio.run(story())


@pytest.mark.parametrize("state", ["closed", "revealed", "idle"])
def test_a_question_that_is_not_open_refuses_in_words(predictions: Predictions, state: State) -> None:
    asked = predictions.move(question(), "open")
    predictions.move(question(), state)
    words = "is not asked any more" if state == "idle" else r"was closed at \d\d:\d\d:\d\d UTC"
    with pytest.raises(TooLate, match=words):
        predictions.vote(Vote(prediction=asked.id, voter="somebody", guess=1))


def test_a_vote_from_an_earlier_round_does_not_count_in_this_one(predictions: Predictions) -> None:
    first = predictions.move(question(), "open")
    for state in ("closed", "revealed", "open"):
        predictions.move(question(), state)
    with pytest.raises(TooLate, match="not asked any more"):
        predictions.vote(Vote(prediction=first.id, voter="somebody", guess=1))
    assert predictions.all()[0].voices == 0


def test_votes_stay_when_a_closed_question_is_opened_again(predictions: Predictions) -> None:
    async def story() -> None:
        predictions.move(question(), "open")
        vote(predictions, 1)
        predictions.move(question(), "closed")
        assert predictions.move(question(), "open").voices == 1

    asyncio.run(story())


@pytest.mark.parametrize(
    ("kind", "guess", "words"),
    [
        ("choice", 3, "expected 0 to 2"),
        ("choice", 0.5, "expected 0 to 2"),
        ("choice", -1, "expected 0 to 2"),
        ("factor", 0, "expected 0.1 to 10000"),
        ("factor", 1e300, "expected 0.1 to 10000"),
        ("number", -1e-9, "expected 0 to 90"),
    ],
)
def test_a_guess_off_the_scale_is_refused(
    predictions: Predictions, kind: Any, guess: float, words: str
) -> None:
    predictions.move(question(kind, **({"low": 0, "high": 90} if kind == "number" else {})), "open")
    with pytest.raises(BadParameters, match=words):
        vote(predictions, guess)
    assert predictions.all()[0].voices == 0


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"kind": "choice", "choices": ["one"], "edges": []}, "expected 2 to 8 choices"),
        ({"kind": "choice", "choices": ["a", "b"], "edges": []}, "one edge between any two"),
        ({"kind": "choice", "edges": [2, 1]}, "expected them to rise"),
        ({"kind": "factor", "low": 0}, "expected 0 < low < high"),
        ({"kind": "number", "low": 2, "high": 2}, "expected low < high"),
        ({"kind": "number", "high": float("inf")}, "finite"),
        ({"kind": "guess"}, "kind"),
        ({"kind": "factor", "least": 1}, "least"),
    ],
)
def test_a_question_that_is_none_is_refused(given: dict[str, Any], words: str) -> None:
    whole = question("choice").model_dump() | given
    with pytest.raises(ValidationError, match=words):
        Question.model_validate(whole)


@pytest.mark.parametrize(
    ("kind", "guess", "place"),
    [
        ("factor", 0.1, 0), ("factor", 10_000, BINS - 1), ("factor", 1, 4), ("factor", 0.999, 3),
        ("number", 0, 0), ("number", 100, BINS - 1), ("number", 5, 1), ("choice", 2, 2),
    ],
)  # fmt: skip
def test_a_bin_holds_its_lower_edge(kind: Any, guess: float, place: int) -> None:
    one = Ballot(question(kind, **({"low": 0, "high": 100} if kind == "number" else {})))
    one.put("somebody", guess)
    assert one.bins.index(1) == place


@pytest.mark.parametrize(
    ("kind", "guess", "truth", "near"),
    [
        ("factor", 20, 10, True), ("factor", 5, 10, True), ("factor", 21, 10, False),
        ("number", -3, -2, True), ("number", 1, -1, False), ("number", 0, 0, False),
        ("choice", 0, 0.8, True), ("choice", 1, 0.9, True), ("choice", 1, 1.1, False),
        ("choice", 2, 1e9, True),
    ],
)  # fmt: skip
def test_near_is_within_a_factor_of_two_or_the_right_choice(
    kind: Any, guess: float, truth: float, near: bool
) -> None:
    assert question(kind).near(guess, truth) is near


def test_events_tell_of_votes_five_times_a_second_and_of_the_last_one(
    predictions: Predictions, bus: Bus
) -> None:
    async def story() -> None:
        predictions.move(question(), "open")
        before, loop = bus.published, asyncio.get_running_loop()
        began = loop.time()
        for number in range(100):
            vote(predictions, 1, f"voter-{number:03}")
            await asyncio.sleep(0.002)
        took = loop.time() - began
        await asyncio.sleep(2 * PAUSE_S)
        assert 2 <= bus.published - before <= took / PAUSE_S + 2
        assert b'"voices":100' in bus._recent[-1]

    asyncio.run(story())


def test_a_phone_in_haste_and_all_in_haste_are_held_back(
    predictions: Predictions, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        predictions.move(question(), "open")
        for _ in range(ballot.VOTES_AT_ONCE):
            vote(predictions, 1, "in-haste")
        with pytest.raises(TooFast, match="a phone may ask 1 times a second") as refused:
            vote(predictions, 2, "in-haste")
        assert refused.value.retry_after
        vote(predictions, 1, "somebody-else")
        monkeypatch.setattr(ballot, "VOTERS", 2)
        with pytest.raises(TooFast, match="2 phones have voted"):
            vote(predictions, 1, "one-too-many")
        said = Counter[str]()
        for number in range(module.VOTES_AT_ONCE + 500):
            with pytest.raises(TooFast) as told:
                vote(predictions, 1, f"flood-{number:05}")
            said[str(told.value).partition(":")[0]] += 1
        assert said["all phones together may ask 500 times a second"]
        assert predictions.all()[0].voices == 2

    asyncio.run(story())


def test_a_restart_keeps_the_bins_of_this_talk_and_no_guess(
    predictions: Predictions, history: History
) -> None:
    async def story() -> None:
        predictions.move(question(), "open")
        for number in range(6):
            vote(predictions, 7.512345, f"secret-id-{number}")
        end(run_of(history), 8.0)
        told = predictions.all()
        again = Predictions(history, Bus())
        again.load()
        assert again.all() == told
        (kept,) = history._store.predictions()
        assert "secret-id" not in kept
        assert "7.512345" not in kept
        old = told[0].model_copy(update={"at": datetime.now(UTC) - timedelta(hours=4)})
        history.save_prediction(old)
        again.load()
        assert again.all() == []
        assert history.predictions() == [old]

    asyncio.run(story())
