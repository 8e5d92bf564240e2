"""Edited code: who may run it, whether it can be compiled, and what it changes."""

from difflib import unified_diff

from starlette.datastructures import Headers

from jaxlive.lab.declare.editing import with_region
from jaxlive.lab.declare.experiment import Experiment
from jaxlive.runs.models import Edited, ParameterError
from jaxlive.runs.problems import BadParameters, Forbidden
from jaxlive.settings import Settings
from jaxlive.web.auth import check_token, holds


def may_edit(headers: Headers, settings: Settings) -> bool:
    """Whether the sender of this request may run edited code."""
    return settings.live_code and holds(headers, settings)


def check_may_edit(headers: Headers, settings: Settings) -> None:
    """Raise Forbidden unless live code is on and the sender has the presenter's token."""
    if not settings.live_code:
        raise Forbidden(
            "live code is off here: start the server with `serve --live-code`, which prints the presenter's "
            "address"
        )
    check_token(holds(headers, settings))


def edit(experiment: Experiment, code: str | None) -> Edited | None:
    """What a run of this code is marked with; None for the experiment's own. Raises BadParameters."""
    own = experiment.source.code
    if code is None or code.rstrip() == own.rstrip():
        return None
    _compile(experiment, code)
    lines = unified_diff(own.split("\n"), code.split("\n"), "slide", "edited", lineterm="")
    return Edited(code=code, difference="\n".join(lines))


def _compile(experiment: Experiment, code: str) -> None:
    """Raise BadParameters with line and column, both from 1 in the region, for what is not Python."""
    try:
        compile(with_region(experiment, code), "slide", "exec", dont_inherit=True)
    except SyntaxError as error:
        raise _refused(experiment, code, error.msg, error.lineno or 1, error.offset or 1) from None
    except (ValueError, RecursionError, MemoryError) as error:  # null bytes; nested too deeply
        raise _refused(experiment, code, str(error) or "nested too deeply", 0, 1) from None


def _refused(experiment: Experiment, code: str, message: str, line: int, column: int) -> BadParameters:
    lines = code.split("\n")
    line = min(max(line - experiment.source.first_line + 1, 1), len(lines))
    got = lines[line - 1]
    where = ParameterError(field="code", message=message, got=got[:100], line=line, column=max(column, 1))
    return BadParameters(f"line {line}, column {where.column}: {message}, got {got.strip()[:100]!r}", [where])
