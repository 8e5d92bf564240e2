"""Errors as answers: problem details of RFC 9457, in one shape on every route."""

import math
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from jaxlive.runs.errors import BadParameters, JaxliveError, bad_parameters, problem
from jaxlive.runs.models import Problem

MEDIA_TYPE = "application/problem+json"
PROBLEM_SCHEMA = f"#/components/schemas/{Problem.__name__}"
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": description, "content": {MEDIA_TYPE: {"schema": {"$ref": PROBLEM_SCHEMA}}}}
    for status, description in {
        403: "Foreign Host or Origin, or the token is missing",
        404: "No experiment or run has this name",
        409: "Things have moved on meanwhile",
        413: "Body over 64 KiB",
        415: "Body is not JSON",
        422: "Bad parameters",
        429: "This client has too many runs waiting, too many event streams open, or asks too fast",
        503: "The queue is full or no worker is ready",
    }.items()
}


def response(error: JaxliveError, path: str) -> Response:
    """The HTTP answer to an error."""
    headers = {} if error.retry_after is None else {"Retry-After": str(max(1, math.ceil(error.retry_after)))}
    body = problem(error, path).model_dump(exclude_defaults=True)
    return JSONResponse(body, error.status, headers, media_type=MEDIA_TYPE)


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
