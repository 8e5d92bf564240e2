"""The deck's position: steered by the presenter, seen by all windows on `GET /api/events`."""

from fastapi import APIRouter

from jaxlive.runs.models import DeckPosition
from jaxlive.web.shared import Shared

routes = APIRouter(tags=["deck"])


@routes.put("/deck")
async def steer_deck(position: DeckPosition, shared: Shared) -> DeckPosition:
    """Show this slide, click step, focus and light in all windows for 30 s; send it again every 10 s."""
    shared.presenter.steer(position)
    return position
