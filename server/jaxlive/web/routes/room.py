"""The room: at which addresses others find the pages for them, and what phones show."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel

from jaxlive.room.phones import PhoneState
from jaxlive.settings import LOOPBACK
from jaxlive.web.problems import PROBLEMS
from jaxlive.web.routes.event_stream import OBJECT, UNBUFFERED, EventStream
from jaxlive.web.serve import address
from jaxlive.web.shared import Shared

routes = APIRouter(tags=["room"])


class Addresses(BaseModel):
    """Where phones and others reach the server; null, with the `reason`, if they cannot."""

    join: str | None = None
    remote: str | None = None
    record: str | None = None
    reason: str | None = None


class PhoneMessage(BaseModel):
    """A message in the stream of phones: `room` with a PhoneState as JSON, or `beat`."""

    event: str
    data: str


@routes.get("/room")
async def addresses(request: Request, shared: Shared) -> Addresses:
    """The addresses for others: the host you asked, or else the one at which others find this machine."""
    host, wildcard = request.url.hostname or "", shared.settings.host
    if host not in LOOPBACK:
        base = f"{request.url.scheme}://{request.url.netloc}"
    elif wildcard not in LOOPBACK:
        base = address(wildcard, (request.scope.get("server") or ("", 0))[1])
    else:
        reason = "others cannot reach this server: start it with --host 0.0.0.0 --make-token"
        return Addresses(reason=reason)
    return Addresses(join=f"{base}/join", remote=f"{base}/remote", record=f"{base}/record")


@routes.get("/phone")
async def phone(shared: Shared) -> PhoneState:
    """What phones show now."""
    return shared.room.phones.state()


@routes.get(
    "/phone/events",
    response_class=EventStream,
    responses={200: {"model": Annotated[PhoneMessage, OBJECT]}, 429: PROBLEMS[429]},
)
async def phone_events(shared: Shared) -> EventStream:
    """What phones show, at once and when it changes; the newest state only, for those who are slow."""
    return EventStream(shared.room.phones.follow(), headers=UNBUFFERED)
