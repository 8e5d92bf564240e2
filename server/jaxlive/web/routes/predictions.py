"""Predictions: opened, closed and revealed by the speaker or by a run; votes from phones."""

from fastapi import APIRouter

from jaxlive.runs.predictions import Prediction, PredictionRequest, Vote
from jaxlive.web.problems import PROBLEMS
from jaxlive.web.shared import Shared

routes = APIRouter(tags=["predictions"])


@routes.get("/predictions")
async def list_predictions(shared: Shared) -> list[Prediction]:
    """The predictions of this talk that are not idle."""
    return shared.room.predictions.all()


@routes.get("/predictions/kept")
async def list_kept_predictions(shared: Shared) -> list[Prediction]:
    """The last round of every question that was ever revealed, with its date."""
    return shared.history.predictions()


@routes.put("/predictions", responses={409: PROBLEMS[409]})
async def move_prediction(body: PredictionRequest, shared: Shared) -> Prediction:
    """Open, close or reveal a question, or make it idle; a run of its experiment closes and reveals it."""
    return shared.room.predictions.move(body.question, body.state)


@routes.put("/votes", responses={code: PROBLEMS[code] for code in (409, 429)})
async def vote(body: Vote, shared: Shared) -> Vote:
    """Answer the open question; a second vote of the same voter replaces the first."""
    shared.room.predictions.vote(body)
    return body
