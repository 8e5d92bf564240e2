"""Settings, each also an environment variable: `JAXLIVE_PORT=8001`, `JAXLIVE_TOKEN=...`."""

from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_state_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent
STATE = user_state_path("jaxlive")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
Seconds = Annotated[float, Field(gt=0)]
Count = Annotated[int, Field(ge=1)]


class Settings(BaseSettings):
    """How the server listens, what it refuses, how long it waits (times in seconds, sizes in bytes)."""

    model_config = SettingsConfigDict(env_prefix="JAXLIVE_", extra="ignore")

    host: str = Field("127.0.0.1", description="address; one that others can reach needs a token")
    port: int = Field(8000, ge=0, le=65535, description="port; 0 for any that is free")
    allowed_hosts: list[str] = Field([], description="more host names under which the server answers")
    token: str | None = Field(None, pattern="^[!-~]*$", description="the presenter's secret")
    audience_may_run: bool = Field(False, description="who has no token may run too, but not cancel")
    engine: Literal["local", "ray"] = Field(
        "local", description="what executes runs: this machine, or a cluster"
    )
    ray_address: str | None = Field(None, description="a Ray cluster to join; else one of this machine")
    live_code: bool = Field(False, description="who has the token may edit the code of slides and run it")
    run_timeout: Seconds = Field(300, description="seconds a run may take")
    start_timeout: Seconds = Field(60, description="seconds a worker may take to start")
    silence_timeout: Seconds = Field(120, description="seconds without a sign of life from a run's worker")
    grace_period: Seconds = Field(30, description="seconds a run goes on when nobody follows it any more")
    memory_limit: Count | None = Field(None, description="bytes a worker may have in use; else 90 % of all")
    output_limit: Count = Field(8 * 2**20, description="bytes a run may write")
    queue_limit: Count = Field(32, description="runs that may wait")
    client_limit: Count = Field(8, description="runs of one client that may wait")
    stream_limit: Count = Field(2048, description="event streams of one address")
    history: Path | None = Field(STATE / "history.sqlite", description="file of the runs")
    history_limit: Count = Field(1000, description="runs that are kept")
    history_days: Seconds = Field(90, description="days for which they are kept")
    body_limit: Count = Field(64 * 1024, description="bytes of a request's body")
    deck: Path = Field(ROOT / "dist", description="folder of the built deck")

    @property
    def hosts(self) -> set[str]:
        """Host names under which this server answers."""
        return {*LOOPBACK, self.host, *self.allowed_hosts}
