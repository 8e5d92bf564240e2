"""Errors as RFC 9457 problem details, in one shape on every route.

JaxliveError            status, type, title
  UnknownName           404  no such experiment or run
  HeadTooLarge          400  request line and headers over the limit
  TooLarge              413  body over the limit
  NotJson               415  body of another media type
  Forbidden             403  foreign Host or Origin, missing token
  BadParameters         422  wrong type, out of bounds, unknown field, does not fit in memory
  Busy                  503  queue full, or no worker is ready yet; Retry-After
  Greedy                429  one client waits for too many runs; Retry-After
    TooManyStreams      429  one address follows too many event streams (jaxlive/web/streams.py); Retry-After
"""

import math
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from jaxlive.runs.models import ParameterError, Problem

MEDIA_TYPE = "application/problem+json"


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


def response(error: JaxliveError, path: str) -> Response:
    """The HTTP answer to an error."""
    headers = {} if error.retry_after is None else {"Retry-After": str(max(1, math.ceil(error.retry_after)))}
    body = problem(error, path).model_dump(exclude_defaults=True)
    return JSONResponse(body, error.status, headers, media_type=MEDIA_TYPE)


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


def install(app: FastAPI) -> None:
    """Have every error of the app answered as a problem."""

    @app.exception_handler(JaxliveError)
    async def known(request: Request, error: JaxliveError) -> Response:
        return response(error, request.url.path)

    @app.exception_handler(RequestValidationError)
    async def refused(request: Request, error: RequestValidationError) -> Response:
        return response(bad_parameters(error.errors()), request.url.path)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == HTTPStatus.BAD_REQUEST:  # FastAPI's word for JSON it cannot parse
            return response(BadParameters("the body isn't valid JSON: correct it"), request.url.path)
        status = HTTPStatus(error.status_code)
        body = Problem(
            type="about:blank", title=status.phrase, status=status, instance=request.url.path,
            detail=f"{request.method} {request.url.path}: {error.detail}. GET /api/docs lists the routes.",
        )  # fmt: skip
        content = body.model_dump(exclude_defaults=True)
        return JSONResponse(content, status, error.headers, media_type=MEDIA_TYPE)

    @app.exception_handler(Exception)
    async def bug(request: Request, error: Exception) -> Response:
        detail = f"{type(error).__name__}: the server's log has the traceback. Please report it."
        return response(JaxliveError(detail), request.url.path)
