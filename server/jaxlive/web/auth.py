"""Who may change what: the presenter all, a paired phone steer and run, everybody else vote.

The presenter's token comes as `Authorization: Bearer TOKEN`, or as the cookie that opening any page with
`?token=TOKEN` sets; a paired phone's secret as a cookie of its own.
"""

import secrets
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from jaxlive.room.pairing import Remotes
from jaxlive.runs.errors import Forbidden
from jaxlive.settings import Settings

COOKIE = "jaxlive_token"
REMOTE_COOKIE = "jaxlive_remote"
TO_BE_MADE = "random"
OF_ALL = {("PUT", "/api/votes"), ("POST", "/api/remotes")}
OF_REMOTES = {("PUT", "/api/predictions"), ("POST", "/api/remote")}


def make_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe()


def may(headers: Headers, method: str, path: str, settings: Settings, remotes: Remotes) -> bool:
    """Whether a request may change something."""
    if is_presenter(headers, settings) or (method, path) in OF_ALL:
        return True
    runs = method == "POST" and (path == "/api/runs" or path.startswith("/api/experiments/"))
    if runs and settings.audience_may_run:
        return True
    cancels = method == "DELETE" and path.startswith("/api/runs/")
    return (runs or cancels or (method, path) in OF_REMOTES) and paired(headers, remotes)


def is_presenter(headers: Headers, settings: Settings) -> bool:
    """Whether a request has the presenter's token; without one, everybody is the presenter."""
    return not settings.token or holds(headers, settings)


def paired(headers: Headers, remotes: Remotes) -> bool:
    """Whether a request comes from a paired phone."""
    return remotes.find(cookie_parser(headers.get("cookie", "")).get(REMOTE_COOKIE, "")) is not None


def check_token(allowed: bool) -> None:
    """Raise Forbidden, with the way to the token, for what is not allowed without it."""
    if not allowed:
        raise Forbidden(
            "only the presenter may do this, you may watch: open the address with ?token=TOKEN once "
            "in this browser, or send 'Authorization: Bearer TOKEN'"
        )


def holds(headers: Headers, settings: Settings) -> bool:
    """Whether a request has the presenter's token; nobody has it where there is none."""
    scheme, _, credentials = headers.get("authorization", "").partition(" ")
    bearer = credentials.strip() if scheme.lower() == "bearer" else ""
    cookie = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
    token = settings.token or ""
    return token != "" and any(_equal(given, token) for given in (bearer, cookie))


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


def sign_in(scope: Scope, token: str) -> Response | None:
    """The answer to a page opened with `?token=`: the cookie, and the way to its address without the token.

    None without such a parameter. Raises Forbidden for another token.
    """
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    given = [value for name, value in query if name == "token"]
    if not given:
        return None
    if not _equal(given[-1], token):
        raise Forbidden(
            "the token in this address is wrong: open the address that the server printed at its start"
        )
    rest = urlencode([(name, value) for name, value in query if name != "token"])
    path = "/" + quote(scope["path"].lstrip("/"))  # two slashes would be another host
    answer = RedirectResponse(f"{path}?{rest}" if rest else path, 303, {"cache-control": "no-store"})
    answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=scope["scheme"] == "https")
    return answer


def _equal(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(), token.encode())
