"""How a run ended that came to its end by itself."""

from server.engines.protocol import Failure
from server.models import ParameterError, Problem, Status
from server.problems import ended_early


def outcome(error: Failure | None) -> tuple[Status, Problem | None]:
    """Done, or failed by an exception, which in edited code has its line."""
    if error is None:
        return "done", None
    problem = ended_early("experiment-raised", error.detail, error.title, error.log)
    if error.line:
        where = ParameterError(field="code", message=error.title, got=error.log[-2].strip(), line=error.line)
        problem.errors.append(where)
    return "failed", problem
