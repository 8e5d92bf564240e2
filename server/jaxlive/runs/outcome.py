"""How a run ended: by itself, or before it came to its end."""

from jaxlive.engines.base import WorkerDied
from jaxlive.engines.protocol import Failure
from jaxlive.runs.errors import ended_early
from jaxlive.runs.models import ParameterError, Problem, Run, Status
from jaxlive.settings import Settings


def outcome(error: Failure | None, code: str | None) -> tuple[Status, Problem | None]:
    """Done, or failed by an exception, which names its line of edited code."""
    if error is None:
        return "done", None
    problem = ended_early("experiment-raised", error.detail, error.title, error.log)
    if code and error.line:
        source = code.split("\n")[error.line - 1].strip()
        problem.errors.append(ParameterError(field="code", message=error.title, got=source, line=error.line))
    return "failed", problem


def failure(error: Exception, run: Run, log: list[str], settings: Settings) -> tuple[Status, Problem]:
    """Over its time, without its worker, or by a worker that said what is not in the protocol."""
    if isinstance(error, TimeoutError):
        return "timed_out", ended_early("timed-out", _too_late(run, settings), log=log)
    if isinstance(error, WorkerDied):
        return "failed", ended_early(error.slug, str(error), log=log)
    broken = f"{type(error).__name__}: {error}"[:500]
    return "failed", ended_early("protocol-broken", broken, log=log)


def _too_late(run: Run, settings: Settings) -> str:
    if run.started_at:
        limit = f"{settings.run_timeout:g} s, the limit (JAXLIVE_RUN_TIMEOUT)"
        return f"The run took more than {limit}. Choose a smaller size or a higher limit."
    limit = f"{settings.start_timeout:g} s, the limit (JAXLIVE_START_TIMEOUT)"
    return f"No worker started within {limit}. The server's output says why."
