"""Errors that have problem details (RFC 9457), and the problems of runs that ended early.

JaxliveError            status, type, title
  UnknownName           404  no such experiment or run
  Unfit                 404  an experiment that can't be a notebook (jaxlive/notebook/assemble.py)
  NoRecord              404  a talk without runs, or an unreadable history (jaxlive/runs/record.py)
  HeadTooLarge          400  request line and headers over the limit
  TooLarge              413  body over the limit
  NotJson               415  body of another media type
  Forbidden             403  foreign Host or Origin, missing token
  TooLate               409  a question that is not open, a move from where the deck no longer is
  BadParameters         422  wrong type, out of bounds, unknown field, does not fit in memory
  Busy                  503  queue full, or no worker is ready yet; Retry-After
  Greedy                429  one client waits for too many runs; Retry-After
    TooManyStreams      429  one address follows too many event streams (jaxlive/web/streams.py); Retry-After
    TooFast             429  phones vote or guess codes too fast (jaxlive/room/limits.py); Retry-After
"""

from http import HTTPStatus
from typing import Any

from jaxlive.runs.models import ParameterError, Problem


class JaxliveError(Exception):
    """An error with a status code and a sentence that helps."""

    status = HTTPStatus.INTERNAL_SERVER_ERROR
    slug = "bug"
    title = "The server has a bug"

    def __init__(
        self, detail: str, errors: list[ParameterError] | None = None, retry_after: float | None = None
    ):
        super().__init__(detail)
        self.errors = errors or []
        self.retry_after = retry_after


class UnknownName(JaxliveError):
    """No experiment or run of that name."""

    status, slug, title = HTTPStatus.NOT_FOUND, "unknown-name", "Unknown name"


class TooLarge(JaxliveError):
    """The body passes the limit."""

    status, slug, title = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", "Body too large"


class HeadTooLarge(JaxliveError):
    """The line and headers of a request pass the limit."""

    status, slug, title = HTTPStatus.BAD_REQUEST, "head-too-large", "Request head too large"


class NotJson(JaxliveError):
    """The body is of another media type."""

    status, slug, title = HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not-json", "Body is not JSON"


class Forbidden(JaxliveError):
    """A stranger: foreign Host or Origin, or no token."""

    status, slug, title = HTTPStatus.FORBIDDEN, "forbidden", "Forbidden"


class TooLate(JaxliveError):
    """What was asked no longer fits: things have moved on."""

    status, slug, title = HTTPStatus.CONFLICT, "too-late", "Too late"


class BadParameters(JaxliveError):
    """Parameters that the experiment does not accept."""

    status, slug, title = HTTPStatus.UNPROCESSABLE_ENTITY, "bad-parameters", "Bad parameters"


class Busy(JaxliveError):
    """Nothing free to take the run now."""

    status, slug, title = HTTPStatus.SERVICE_UNAVAILABLE, "busy", "Busy"


class Greedy(JaxliveError):
    """One client asked for more than its share."""

    status, slug, title = HTTPStatus.TOO_MANY_REQUESTS, "too-many-runs", "Too many runs for one client"


def problem(error: JaxliveError, instance: str | None = None) -> Problem:
    """The problem details of an error."""
    return Problem(
        type=f"urn:jaxlive:{error.slug}", title=error.title, status=error.status, detail=str(error),
        instance=instance, errors=error.errors,
    )  # fmt: skip


def ended_early(slug: str, detail: str, title: str | None = None, log: list[str] | None = None) -> Problem:
    """Why a run has no result; `log` is the end of its traceback or of the worker's stderr."""
    title = title or slug.replace("-", " ").capitalize()
    return Problem(type=f"urn:jaxlive:{slug}", title=title, status=500, detail=detail, log=log or [])


def bad_parameters(details: Any) -> BadParameters:
    """The sentence and the fields of pydantic's error details."""
    errors = [_parameter_error(detail) for detail in details]
    sentence = "; ".join(f"{error.field}: {error.message}, got {error.got}" for error in errors[:3])
    return BadParameters(sentence, errors)


def _parameter_error(detail: Any) -> ParameterError:
    if detail["type"] == "json_invalid":
        message = f"not JSON, {detail['ctx']['error']} at character {detail['loc'][-1]}"
        return ParameterError(field="body", message=message, got="text")
    field = ".".join(str(part) for part in detail["loc"] if part != "body") or "body"
    return ParameterError(field=field, message=detail["msg"], got=repr(detail.get("input"))[:100])
