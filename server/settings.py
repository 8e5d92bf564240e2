"""Settings, each also an environment variable: `JAXLIVE_PORT=8001`, `JAXLIVE_TOKEN=...`."""

from pathlib import Path

from platformdirs import user_state_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Settings(BaseSettings):
    """How the server listens, what it refuses, how long it waits (times in seconds, sizes in bytes)."""

    model_config = SettingsConfigDict(env_prefix="JAXLIVE_", extra="ignore")

    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65535)
    allowed_hosts: list[str] = []
    token: str | None = Field(None, pattern="^[!-~]*$")
    audience_may_run: bool = False
    run_timeout: float = Field(300, gt=0)
    start_timeout: float = Field(60, gt=0)
    silence_timeout: float = Field(120, gt=0)
    memory_limit: int | None = Field(None, ge=1)
    output_limit: int = Field(8 * 2**20, ge=1)
    queue_limit: int = Field(32, ge=1)
    client_limit: int = Field(8, ge=1)
    history: Path | None = user_state_path("jaxlive") / "history.sqlite"
    history_limit: int = Field(1000, ge=1)
    history_days: float = Field(90, gt=0)
    body_limit: int = Field(64 * 1024, ge=1)
    stream_limit: int = Field(2048, ge=1)
    deck: Path = ROOT / "dist"

    @property
    def hosts(self) -> set[str]:
        """Host names under which this server answers."""
        return {*LOOPBACK, self.host, *self.allowed_hosts}
