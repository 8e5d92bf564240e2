"""What the server takes and says of predictions: questions, votes, and how they stand."""

import math
from datetime import datetime
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

State = Literal["idle", "open", "closed", "revealed"]
Finite = Annotated[float, Field(allow_inf_nan=False)]
ENOUGH = 5
"""Voices from which on the histogram is told: of fewer, somebody could tell who said what."""


class Question(BaseModel):
    """A `<Predict>` of a slide: `metric` of the experiment `of`, found in a run as by `<Claim>`.

    A `factor` is guessed on a logarithmic scale from `low` to `high`, a `number` on a linear one. Of the
    `choices`, number i is right if the truth is at least `edges[i - 1]` and less than `edges[i]`.
    """

    model_config = ConfigDict(extra="forbid")

    of: str = Field(min_length=1, max_length=100)
    metric: str = Field(min_length=1, max_length=200)
    kind: Literal["choice", "factor", "number"]
    ask: str = Field(min_length=1, max_length=200, description="the question in words")
    choices: list[Annotated[str, Field(min_length=1, max_length=40)]] = []
    edges: list[Finite] = []
    low: Finite = 0.1
    high: Finite = 10_000
    unit: str = Field("", max_length=20)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.kind == "choice":
            if not 2 <= len(self.choices) <= 8 or len(self.edges) != len(self.choices) - 1:
                got = f"got {len(self.choices)} choices and {len(self.edges)} edges"
                raise ValueError(f"{got}, expected 2 to 8 choices and one edge between any two")
            if any(left >= right for left, right in pairwise(self.edges)):
                raise ValueError(f"got edges {self.edges}, expected them to rise")
        elif self.low >= self.high or (self.kind == "factor" and self.low <= 0):
            floor = "0 < " if self.kind == "factor" else ""
            raise ValueError(f"got low {self.low:g} and high {self.high:g}, expected {floor}low < high")
        return self

    @property
    def key(self) -> str:
        """The same for all rounds of a question."""
        return f"{self.of}:{self.metric}"

    def refusal(self, guess: float) -> str | None:
        """Why a guess is none; None for one that counts."""
        if self.kind == "choice":
            return None if guess in range(len(self.choices)) else f"expected 0 to {len(self.choices) - 1}"
        return None if self.low <= guess <= self.high else f"expected {self.low:g} to {self.high:g}"

    def near(self, guess: float, truth: float) -> bool:
        """Whether a guess is right: the choice, or within a factor of two of the truth."""
        if self.kind == "choice":
            return guess == sum(edge <= truth for edge in self.edges)
        return guess * truth > 0 and abs(math.log2(guess / truth)) <= 1


class Prediction(BaseModel):
    """How a question stands. `id` names this round of it, and votes name the id.

    `bins` counts the guesses between each two of `edges`, or of each choice; null under five voices. `truth`
    is what the run measured, with its 95 % interval if it has one; `share` of the guesses are within a factor
    of two of it, or chose right. `at` is when the state changed; null before the question is asked.
    """

    id: str
    question: Question
    state: State
    at: datetime | None = None
    voices: int = 0
    edges: list[float] = []
    bins: list[int] | None = None
    truth: float | None = None
    interval: tuple[float, float] | None = None
    share: float | None = None
    run_id: str | None = None


class PredictionRequest(BaseModel):
    """The state that a question is to have."""

    model_config = ConfigDict(extra="forbid")

    question: Question
    state: State


class Vote(BaseModel):
    """A guess: a number of the question's scale, or of a choice, from 0. The newest of a voter counts.

    `voter` is a random id that the phone made up.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    prediction: str = Field(max_length=64)
    voter: str = Field(pattern="^[0-9A-Za-z_-]{8,64}$")
    guess: Finite
