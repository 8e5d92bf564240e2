"""Phones that steer: paired by a one-time code, listed and dropped by the presenter."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from jaxlive.room.pairing import Claim, Code, Remote
from jaxlive.room.remote import RemoteState
from jaxlive.runs.errors import Forbidden
from jaxlive.runs.models import Move
from jaxlive.services import Services
from jaxlive.web.auth import REMOTE_COOKIE, check_token, is_presenter, paired
from jaxlive.web.problems import PROBLEMS
from jaxlive.web.routes.event_stream import OBJECT, UNBUFFERED, EventStream
from jaxlive.web.routes.room import PhoneMessage
from jaxlive.web.shared import Shared

routes = APIRouter(tags=["remotes"])
DAY_S = 24 * 3600


async def _presenter(request: Request, shared: Shared) -> None:
    check_token(is_presenter(request.headers, shared.settings))


def may_steer(request: Request, shared: Services) -> bool:
    """Whether a request comes from the presenter or a paired phone."""
    return is_presenter(request.headers, shared.settings) or paired(request.headers, shared.room.remotes)


async def _paired(request: Request, shared: Shared) -> None:
    if not may_steer(request, shared):
        raise Forbidden("this phone is not paired: scan the code that the presenter's view shows")


PRESENTER, PAIRED = [Depends(_presenter)], [Depends(_paired)]


@routes.post("/remotes/codes", dependencies=PRESENTER)
async def make_code(shared: Shared) -> Code:
    """A code that pairs one phone within two minutes; the one before it is void."""
    return shared.room.remotes.make_code()


@routes.post("/remotes", responses={429: PROBLEMS[429]})
async def pair(claim: Claim, request: Request, response: Response, shared: Shared) -> Remote:
    """Pair this phone by a code: the answer sets its cookie."""
    secret, remote = shared.room.remotes.pair(claim, request.headers.get("user-agent", ""))
    response.set_cookie(
        REMOTE_COOKIE, secret, max_age=DAY_S, httponly=True, samesite="strict",
        secure=request.url.scheme == "https",
    )  # fmt: skip
    return remote


@routes.get("/remotes", dependencies=PRESENTER)
async def list_remotes(shared: Shared) -> list[Remote]:
    """The phones that are paired."""
    return shared.room.remotes.all()


@routes.delete("/remotes/{remote_id}", dependencies=PRESENTER, responses={404: PROBLEMS[404]})
async def drop_remote(remote_id: str, shared: Shared) -> list[Remote]:
    """Drop a phone: it steers no more. Those that are left."""
    shared.room.remotes.drop(remote_id)
    return shared.room.remotes.all()


@routes.get("/remote", dependencies=PAIRED)
async def remote(shared: Shared) -> RemoteState:
    """What a remote shows now."""
    return shared.room.control.state()


@routes.post("/remote", dependencies=PAIRED, responses={409: PROBLEMS[409]})
async def ask_for_move(move: Move, shared: Shared) -> Move:
    """Have the presenter's window make a step, run the slide's experiment, or show black."""
    shared.room.control.ask(move)
    return move


@routes.get(
    "/remote/events",
    dependencies=PAIRED,
    response_class=EventStream,
    responses={200: {"model": Annotated[PhoneMessage, OBJECT]}, 429: PROBLEMS[429]},
)
async def remote_events(request: Request, shared: Shared) -> EventStream:
    """What a remote shows, at once and when it changes."""
    return EventStream(shared.room.control.follow(partial(may_steer, request, shared)), headers=UNBUFFERED)
