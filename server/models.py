"""What the server takes and says: runs, edits, experiments and problems, as JSON."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from experiments.lab.blocks import Block, StageName
from experiments.lab.environment import Environment

Status = Literal["queued", "running", "done", "failed", "cancelled", "timed_out"]


class ParameterError(BaseModel):
    """One parameter that was refused: where, why, and what was got; in edited code at a line and column."""

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
    """The code that took the place of the experiment's region, and what it changes, as a unified diff."""

    code: str
    difference: str


class Run(BaseModel):
    """One run of an experiment, from the click to the result.

    While it waits, `position` counts the runs ahead of it and `wait_s` estimates the seconds until its turn.
    `edited` marks a run of other code than the experiment's own, `repeated` one whose first worker was killed
    from outside before it had shown anything.
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
    """The source line that is lit in all panes of a program, and the stage at whose line it was pointed."""

    model_config = {"extra": "forbid", "strict": True}

    source: int = Field(ge=1, le=99_999)
    stage: StageName
    pinned: bool = False


class DeckPosition(BaseModel):
    """A slide and a click step on it, as the presenter's window shows them.

    `focus` is what is drawn as large as the slide, `light` what is pointed at in its program.
    """

    model_config = {"extra": "forbid", "strict": True}

    page: int = Field(ge=1, le=9999)
    clicks: int = Field(0, ge=0, le=9999)
    focus: Literal["result", "code", "both"] | None = None
    light: Light | None = None


Code = Annotated[str, Field(max_length=20_000, description="in place of the region `slide`")]


class Edit(BaseModel):
    """The code that stands in place of an experiment's region in this talk; null: its own again."""

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
    """Which experiment to run, with which parameters; `keep` it also when nobody follows it any more.

    `code` takes the place of the experiment's region `slide`, where live code is on.
    """

    model_config = {"extra": "forbid"}

    experiment: str
    params: dict[str, Any] = {}
    code: Code | None = None
    keep: bool = False


class WorkerState(BaseModel):
    """One worker process."""

    pid: int | None
    state: Literal["starting", "idle", "busy"]


class QueueState(BaseModel):
    """How many runs wait, and how many may."""

    length: int
    limit: int


class Health(BaseModel):
    """`ready` once a warm worker waits for a run or serves one, and nothing fails in the background.

    `reason` says why it is not, null when it is. What this client may do, by its token. `containment` is what
    holds edited code; null where live code is off.
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
