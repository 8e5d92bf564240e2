"""Who may do what in the room, and the two pages for phones; in process, without workers."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from jaxlive.runs.models import DeckPosition
from jaxlive.settings import Settings
from jaxlive.web.app import create_app
from jaxlive.web.headers import content_security_policy, inline_scripts
from jaxlive.web.routes.pages import PAGES, page
from tests.jaxlive.room.conftest import question

TOKEN = {"authorization": "Bearer secret"}
QUESTION = question().model_dump()
OPEN = {"question": QUESTION, "state": "open"}
MOVE = {"do": "next", "page": 2, "clicks": 0}
Phone = httpx.AsyncClient
Story = Callable[[Phone, Any], Awaitable[None]]


@asynccontextmanager
async def phones(**settings: Any) -> AsyncIterator[tuple[Phone, Any]]:
    """A phone, and the services of a server with the token `secret` that runs nothing."""
    given = {"token": "secret", "history": None, "allowed_hosts": ["talk.example"], **settings}
    app = create_app(Settings(**given), {})
    services = app.state.services
    services.history.start()
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://talk.example:8000") as phone:
        yield phone, services


def tell(story: Story, **settings: Any) -> None:
    async def told() -> None:
        async with phones(**settings) as (phone, services):
            await story(phone, services)

    asyncio.run(told())


STEERING = [("PUT", "/api/predictions", OPEN), ("POST", "/api/remote", MOVE)]
RUNNING = [("POST", "/api/runs", {"experiment": "none"}), ("DELETE", "/api/runs/none", None)]
PRESENTING = [
    ("PUT", "/api/deck", {"page": 3}), ("PUT", "/api/edits/jit", {"code": None}),
    ("DELETE", "/api/edits", None), ("POST", "/api/remotes/codes", None),
    ("DELETE", "/api/remotes/none", None), ("GET", "/api/remotes", None),
]  # fmt: skip
WATCHING = [("GET", "/api/remote", None), ("GET", "/api/remote/events", None)]


@pytest.mark.parametrize("audience_may_run", [False, True])
def test_without_a_token_one_may_join_and_vote_and_nothing_else(audience_may_run: bool) -> None:
    async def story(phone: Phone, services: Any) -> None:
        services.presenter.steer(DeckPosition(page=2))
        refused = [*STEERING, *PRESENTING, *WATCHING, *(RUNNING[1:] if audience_may_run else RUNNING)]
        for method, path, body in refused:
            answer = await phone.request(method, path, json=body)
            assert answer.status_code == 403, path
        assert services.room.predictions.all() == []
        services.room.predictions.move(question(), "open")
        shown = (await phone.get("/api/phone")).json()["prediction"]
        vote = {"prediction": shown["id"], "voter": "somebody", "guess": 3}
        assert (await phone.put("/api/votes", json=vote)).status_code == 200
        assert services.room.predictions.all()[0].voices == 1

    tell(story, audience_may_run=audience_may_run)


def test_a_paired_phone_steers_runs_and_cancels_and_no_more() -> None:
    async def story(phone: Phone, services: Any) -> None:
        services.presenter.steer(DeckPosition(page=2))
        code = (await phone.post("/api/remotes/codes", headers=TOKEN)).json()["code"]
        answer = await phone.post("/api/remotes", json={"code": code}, headers={"user-agent": "iPhone"})
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        for method, path, body in [*STEERING, *WATCHING[:1]]:
            assert (await phone.request(method, path, json=body)).status_code == 200
        for method, path, body in RUNNING:
            assert (await phone.request(method, path, json=body)).status_code == 404
        for method, path, body in PRESENTING:
            assert (await phone.request(method, path, json=body)).status_code == 403
        rights = (await phone.get("/api/health")).json()
        assert [rights[f"may_{right}"] for right in ("run", "cancel", "steer", "edit")] == [
            True,
            True,
            False,
            False,
        ]
        (known,) = (await phone.get("/api/remotes", headers=TOKEN)).json()
        assert known["name"] == "iPhone"
        assert (await phone.delete(f"/api/remotes/{known['id']}", headers=TOKEN)).json() == []
        assert (await phone.post("/api/remote", json=MOVE)).status_code == 403

    tell(story)


def test_what_came_too_late_is_a_409_in_words() -> None:
    async def story(phone: Phone, services: Any) -> None:
        vote = {"prediction": "gone", "voter": "somebody", "guess": 3}
        for method, path, body in (("PUT", "/api/votes", vote), ("POST", "/api/remote", MOVE)):
            answer = await phone.request(method, path, json=body, headers=TOKEN)
            assert (answer.status_code, answer.json()["type"]) == (409, "urn:jaxlive:too-late")
            assert answer.json()["detail"]

    tell(story)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"guess": "3"}, "guess"),
        ({"guess": True}, "guess"),
        ({"guess": None}, "guess"),
        ({"guess": [3]}, "guess"),
        ({"guess": 1e9}, "guess"),
        ({"voter": "me"}, "voter"),
        ({"voter": "<script>"}, "voter"),
        ({"voter": 5}, "voter"),
        ({"name": "me"}, "name"),
    ],
)
def test_nonsense_is_no_vote(given: dict[str, Any], field: str) -> None:
    async def story(phone: Phone, services: Any) -> None:
        asked = services.room.predictions.move(question(), "open")
        vote = {"prediction": asked.id, "voter": "somebody", "guess": 3, **given}
        answer = await phone.put("/api/votes", json=vote)
        assert answer.status_code == 422
        assert [error["field"] for error in answer.json()["errors"]] == [field]
        assert services.room.predictions.all()[0].voices == 0

    tell(story)


def test_too_fast_is_told_when_to_come_again() -> None:
    async def story(phone: Phone, services: Any) -> None:
        asked = services.room.predictions.move(question(), "open")
        vote = {"prediction": asked.id, "voter": "somebody", "guess": 3}
        answers = [await phone.put("/api/votes", json=vote) for _ in range(9)]
        last = answers[-1]
        assert (last.status_code, last.json()["type"]) == (429, "urn:jaxlive:too-fast")
        assert int(last.headers["retry-after"]) >= 1

    tell(story)


@pytest.mark.parametrize(
    ("asked", "host", "join"),
    [
        ("talk.example", "127.0.0.1", "http://talk.example:8000/join"),
        ("127.0.0.1", "192.0.2.7", "http://192.0.2.7:8000/join"),
        ("127.0.0.1", "127.0.0.1", None),
    ],
)
def test_the_address_for_phones_is_one_that_they_reach(asked: str, host: str, join: str | None) -> None:
    async def story(phone: Phone, services: Any) -> None:
        said = (await phone.get(f"http://{asked}:8000/api/room")).json()
        assert said["join"] == join
        for other in ("remote", "record"):
            assert said[other] == (join and join.replace("join", other))
        assert bool(said["reason"]) == (join is None)

    tell(story, host=host)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_all_it_needs_in_less_than_40_kb(name: str) -> None:
    async def story(phone: Phone, services: Any) -> None:
        answer = await phone.get(f"/{name}")
        text = answer.text
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert len(answer.content) < 40_000
        assert re.findall(r'(?:src|href)="([^"]*)"', text) == ["data:,"]
        assert "/*phone" not in text
        assert len(inline_scripts(text)) == 1
        assert "sha256-" in content_security_policy(inline_scripts(text))

    tell(story)


@pytest.mark.parametrize("name", PAGES)
def test_old_phones_can_read_the_scripts(name: str) -> None:
    (script,) = inline_scripts(page(name))
    code = re.sub(r"//.*|/\*[\s\S]*?\*/|'[^'\n]*'", "0", script)
    assert not re.search(r"=>|\b(?:let|const|class|async|await|fetch)\b|`|\.\.\.|\?\.|,\s*\)", code)
