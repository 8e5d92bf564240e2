"""How a run ended that came to its end by itself."""

from server.engines.protocol import Failure
from server.models import ParameterError, Problem, Status
from server.problems import ended_early


def outcome(error: Failure | None, code: str | None) -> tuple[Status, Problem | None]:
    """Done, or failed by an exception, which names its line of edited code."""
    if error is None:
        return "done", None
    problem = ended_early("experiment-raised", error.detail, error.title, error.log)
    if code and error.line:
        source = code.split("\n")[error.line - 1].strip()
        problem.errors.append(ParameterError(field="code", message=error.title, got=source, line=error.line))
    return "failed", problem
