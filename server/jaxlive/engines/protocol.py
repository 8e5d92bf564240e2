"""The worker's side of the pipe: the JSON lines that `jaxlive.worker` prints."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, NonNegativeInt, TypeAdapter

from jaxlive.lab.declare.blocks import Block, Point
from jaxlive.lab.declare.environment import Environment


class Ready(BaseModel):
    """The worker is warm."""

    type: Literal["ready"]
    environment: Environment


class StartedOut(BaseModel):
    """The worker is warm and the experiment begins."""

    type: Literal["started"]


class BlockOut(BaseModel):
    """Block number `index`, new or in a newer state."""

    type: Literal["block"]
    index: NonNegativeInt
    block: Block


class AppendOut(BaseModel):
    """More points for the series at `index`."""

    type: Literal["append"]
    index: NonNegativeInt
    points: list[Point]


class Failure(BaseModel):
    """The exception that ended an experiment; `line` is that of an edited region."""

    title: str
    detail: str
    log: list[str]
    line: int | None = None


class FinishedOut(BaseModel):
    """The experiment ended by itself; `seconds` is its own time, `worker_s` the worker's, from job to end."""

    type: Literal["finished"]
    error: Failure | None
    seconds: float
    worker_s: float
    environment: Environment


Line = Annotated[Ready | StartedOut | BlockOut | AppendOut | FinishedOut, Field(discriminator="type")]
LINE: TypeAdapter[Line] = TypeAdapter(Line)
