"""Edited code: whether it can be compiled, and what it changes."""

from difflib import unified_diff

from jaxlive.lab.declare.editing import with_region
from jaxlive.lab.declare.experiment import Experiment
from jaxlive.runs.errors import BadParameters
from jaxlive.runs.models import Edited, ParameterError


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
