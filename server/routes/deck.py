"""The deck's position: steered by the presenter, seen by all windows on `GET /api/events`."""

from fastapi import APIRouter

from server.models import DeckPosition
from server.services import Shared

routes = APIRouter(tags=["deck"])


@routes.put("/deck")
async def steer_deck(position: DeckPosition, shared: Shared) -> DeckPosition:
    """Show this in all windows: slide, click step, focus, light; told again every 10 s, as it holds 30."""
    shared.stage.steer(position)
    return position
