"""What the server takes and says: runs, edits, experiments and problems, as JSON."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from jaxlive.engines.base import WorkerState
from jaxlive.lab.declare.blocks import Block, StageName
from jaxlive.lab.declare.environment import Environment

Status = Literal["queued", "running", "done", "failed", "cancelled", "timed_out"]


class ParameterError(BaseModel):
    """One parameter that was refused: which, why, and what you sent; for edited code, its line and column."""

    field: str
    message: str
    got: str
    line: int | None = None
    column: int | None = None


class Problem(BaseModel):
    """RFC 9457 problem details. `log` holds the last lines of the worker's stderr, for a failed run."""

    type: str
    title: str
    status: int
    detail: str
    instance: str | None = None
    errors: list[ParameterError] = []
    log: list[str] = []


class Edited(BaseModel):
    """The code that replaced the experiment's region, and the difference as a unified diff."""

    code: str
    difference: str


class Run(BaseModel):
    """One run of an experiment, from the click to the result.

    While it waits, `position` counts the runs ahead of it and `wait_s` estimates the seconds until its turn.
    `edited` marks a run of edited code; `repeated` says that something outside killed its first worker before
    it had shown anything.
    """

    id: str
    experiment: str
    params: dict[str, Any]
    status: Status
    position: int | None = None
    wait_s: float | None = None
    created_at: datetime
    started_at: datetime | None = None
    finished_at: datetime | None = None
    environment: Environment | None = None
    blocks: list[Block] = []
    problem: Problem | None = None
    source: Literal["live", "recorded"] = "live"
    edited: Edited | None = None
    repeated: bool = False

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start, up to the end; 0 before."""
        if self.started_at is None:
            return 0.0
        return ((self.finished_at or datetime.now(UTC)) - self.started_at).total_seconds()


class Light(BaseModel):
    """The source line to light up in all panes of a program, and the stage where it is pointed at."""

    model_config = {"extra": "forbid", "strict": True}

    source: int = Field(ge=1, le=99_999)
    stage: StageName
    pinned: bool = False


class DeckPosition(BaseModel):
    """A slide and a click step on it, as the presenter's window shows them.

    `focus` says what to enlarge to the slide's size, `light` which line of a program the presenter points at,
    `black` that nothing is to be seen.
    """

    model_config = {"extra": "forbid", "strict": True}

    page: int = Field(ge=1, le=9999)
    clicks: int = Field(0, ge=0, le=9999)
    focus: Literal["result", "code", "both"] | None = None
    light: Light | None = None
    black: bool | None = None


class Move(BaseModel):
    """What a paired phone asks of the presenter's window: a step, the slide's run, or a black screen.

    `page` and `clicks` are where the phone saw the deck: elsewhere, the move is an old one.
    """

    model_config = {"extra": "forbid", "strict": True}

    do: Literal["next", "back", "run", "black"]
    page: int = Field(ge=1, le=9999)
    clicks: int = Field(ge=0, le=9999)


Code = Annotated[str, Field(max_length=20_000, description="replaces the region `slide`")]


class Edit(BaseModel):
    """The code that replaces an experiment's region in this talk; null restores its own."""

    model_config = {"extra": "forbid"}

    code: Code | None


class Source(BaseModel):
    """The code on the slide: the region `slide` of the experiment's file."""

    path: str
    code: str
    first_line: int


class ExperimentInfo(BaseModel):
    """An experiment's declaration. `params` is the JSON Schema of its parameters."""

    name: str
    title: str
    section: str
    summary: str
    params: dict[str, Any]
    variants: list[str]
    source: Source
    typical_seconds: float
    needs: list[str]


class RunRequest(BaseModel):
    """Which experiment to run, with which parameters; with `keep` it goes on even if nobody follows it.

    `code` replaces the experiment's region `slide`, if live code is on.
    """

    model_config = {"extra": "forbid"}

    experiment: str
    params: dict[str, Any] = {}
    code: Code | None = None
    keep: bool = False


class QueueState(BaseModel):
    """How many runs wait, and how many may."""

    length: int
    limit: int


class Health(BaseModel):
    """`ready` if a warm worker waits for a run or serves one, and nothing fails in the background.

    If it isn't, `reason` says why. `may_run` and the like say what this client's token allows. `containment`
    says how edited code is contained; null if live code is off.
    """

    live: bool
    ready: bool
    reason: str | None
    workers: list[WorkerState]
    queue: QueueState
    may_run: bool
    may_cancel: bool
    may_steer: bool
    may_edit: bool
    containment: Literal["bubblewrap", "limits"] | None
