"""What event streams say: events of a run and of all windows, and their messages."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, GetJsonSchemaHandler
from pydantic_core import CoreSchema

from jaxlive.lab.declare.blocks import Block, Point
from jaxlive.runs.models import DeckPosition, Move, Run
from jaxlive.runs.predictions import Prediction


class Queued(BaseModel):
    """The run waits; sent again when its position changes. `run` carries no blocks."""

    type: Literal["queued"] = "queued"
    run: Run


class Started(BaseModel):
    """The run began."""

    type: Literal["started"] = "started"
    run: Run


class BlockEvent(BaseModel):
    """Block number `index` of the run; it replaces the block that had this index."""

    type: Literal["block"] = "block"
    run_id: str
    index: int
    block: Block


class AppendEvent(BaseModel):
    """More points for the series at `index`."""

    type: Literal["append"] = "append"
    run_id: str
    index: int
    points: list[Point]


class Finished(BaseModel):
    """The run ended. `run` carries no blocks: you already have them."""

    type: Literal["finished"] = "finished"
    run: Run


class DeckMoved(BaseModel):
    """The presenter has moved on, enlarges something, or points at a line of a program."""

    type: Literal["deck"] = "deck"
    deck: DeckPosition


class EditMoved(BaseModel):
    """The presenter has typed code, or discarded an edit."""

    type: Literal["edit"] = "edit"
    experiment: str
    code: str | None


class PredictionMoved(BaseModel):
    """A prediction has another state, or more votes; it replaces the one of the same question.

    At most five a second tell of votes.
    """

    type: Literal["prediction"] = "prediction"
    prediction: Prediction


class MoveAsked(BaseModel):
    """A paired phone asks the presenter's window to move on, from where the phone saw it."""

    type: Literal["move"] = "move"
    move: Move


class Snapshot(BaseModel):
    """First event of `/api/events`: whole runs, oldest first, so that a late window catches up.

    `deck` is where the presenter is, or null without one. `edits` is the edited code by experiment.
    `predictions` are those that are not idle.
    """

    type: Literal["snapshot"] = "snapshot"
    runs: list[Run]
    deck: DeckPosition | None = None
    edits: dict[str, str] = {}
    predictions: list[Prediction] = []


RunEvent = Annotated[Queued | Started | BlockEvent | AppendEvent | Finished, Field(discriminator="type")]
BusEvent = Annotated[
    Snapshot
    | DeckMoved
    | EditMoved
    | PredictionMoved
    | MoveAsked
    | Queued
    | Started
    | BlockEvent
    | AppendEvent
    | Finished,
    Field(discriminator="type"),
]


class AsJson:
    """Of a field that travels as text: its schema, within that of a string (JSON Schema, contentSchema)."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The schema of the string."""
        return {"type": "string", "contentMediaType": "application/json", "contentSchema": handler(core)}


class RunMessage(BaseModel):
    """A message in the event stream of a run; `id` is the index of the event in the run's log."""

    id: str
    event: str
    data: Annotated[RunEvent, AsJson()]


class BusMessage(BaseModel):
    """A message in the event stream of all runs."""

    event: str
    data: Annotated[BusEvent, AsJson()]
