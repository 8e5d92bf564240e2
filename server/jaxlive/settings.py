"""Settings, each also an environment variable: `JAXLIVE_PORT=8001`, `JAXLIVE_TOKEN=...`."""

from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_state_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from jaxlive.project import project

LOOPBACK = ("127.0.0.1", "localhost", "::1")
Seconds = Annotated[float, Field(gt=0)]
Count = Annotated[int, Field(ge=1)]


def history_file() -> Path:
    """Where the runs of this talk are kept: another talk's experiments may have the same names."""
    return user_state_path("jaxlive") / project().root.name / "history.sqlite"


class Settings(BaseSettings):
    """How the server listens, what it refuses, how long it waits (times in seconds, sizes in bytes)."""

    model_config = SettingsConfigDict(env_prefix="JAXLIVE_", extra="ignore")

    host: str = Field("127.0.0.1", description="address to listen on; if others can reach it, set a token")
    port: int = Field(8000, ge=0, le=65535, description="port; 0 picks a free one")
    allowed_hosts: list[str] = Field([], description="other host names that the server answers to")
    token: str | None = Field(None, pattern="^[!-~]*$", description="the presenter's secret")
    audience_may_run: bool = Field(False, description="people without the token may run too, but not cancel")
    engine: Literal["local", "ray"] = Field("local", description="where runs go: this machine, or a cluster")
    ray_address: str | None = Field(None, description="a Ray cluster to join; without it, one starts here")
    live_code: bool = Field(False, description="whoever has the token may edit the code on slides and run it")
    run_timeout: Seconds = Field(300, description="seconds a run may take")
    start_timeout: Seconds = Field(60, description="seconds a worker may take to start")
    silence_timeout: Seconds = Field(120, description="seconds a run's worker may give no sign of life")
    grace_period: Seconds = Field(30, description="seconds a run goes on after its last follower has left")
    memory_limit: Count | None = Field(None, description="bytes of memory a worker may use; else 90 % of all")
    output_limit: Count = Field(8 * 2**20, description="bytes a run may write")
    queue_limit: Count = Field(32, description="how many runs may wait")
    client_limit: Count = Field(8, description="how many runs of one client may wait")
    stream_limit: Count = Field(2048, description="how many event streams one address may open")
    history: Path | None = Field(default_factory=history_file, description="file for the runs")
    history_limit: Count = Field(1000, description="how many runs to keep")
    history_days: Seconds = Field(90, description="for how many days to keep them")
    body_limit: Count = Field(64 * 1024, description="bytes a request's body may have")
    deck: Path = Field(default_factory=lambda: project().deck, description="folder with the built deck")

    @property
    def hosts(self) -> set[str]:
        """Host names under which this server answers."""
        return {*LOOPBACK, self.host, *self.allowed_hosts}
