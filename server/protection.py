"""Who may speak to the server: an ASGI middleware that checks Host, Origin, token and body first.

Host check: against DNS rebinding, on every method. Origin and Sec-Fetch-Site check: against cross-site
requests, on methods that change something, the algorithm of Go's net/http CrossOriginProtection.
"""

import secrets
from http.cookies import SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.problems import Forbidden, JaxliveError, NotJson, TooLarge, response
from server.settings import Settings

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
COOKIE = "jaxlive_token"


class Protection:
    """Answers what must not pass as a problem, and hands on the rest."""

    def __init__(self, app: ASGIApp, settings: Settings):
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then pass it on."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        try:
            self._check_host(headers)
            if scope["method"] not in SAFE_METHODS:
                check_origin(headers)
                self._check_token(headers)
                receive = await self._read_body(headers, receive)
        except JaxliveError as error:
            return await response(error, scope["path"])(scope, receive, send)
        return await self._app(scope, receive, send)

    def _check_host(self, headers: Headers) -> None:
        host = hostname(headers.get("host", ""))
        if host not in self._settings.hosts:
            raise Forbidden(f"host {host!r} is not served here: use one of {sorted(self._settings.hosts)}")

    def _check_token(self, headers: Headers) -> None:
        token = self._settings.token
        if token is None:
            return
        given = headers.get("authorization", "").removeprefix("Bearer ")
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        candidates = [given, morsel.value if morsel else ""]
        if not any(secrets.compare_digest(one.encode(), token.encode()) for one in candidates):
            raise Forbidden("this needs the presenter's token: send 'Authorization: Bearer TOKEN'")

    async def _read_body(self, headers: Headers, receive: Receive) -> Receive:
        """The whole body, at most `body_limit` bytes of JSON, to be received once."""
        limit, body, more = self._settings.body_limit, b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > limit:
                raise TooLarge(f"the body passes {limit} bytes: parameters need less")
        media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        if body and media_type != "application/json":
            raise NotJson(f"got content type {media_type or 'none'!r}: send 'Content-Type: application/json'")
        return replay(body, receive)


def replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives a body already read, then what the client sends after it."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return pending.pop() if pending else await receive()

    return receive_again


def hostname(host: str) -> str:
    """The name in a Host header or origin, without port and brackets; empty when it is malformed."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def check_origin(headers: Headers) -> None:
    """Raise Forbidden for a request that another site's page has sent."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in {"same-origin", "none"}:
        raise Forbidden(f"a page of another site sent this (Sec-Fetch-Site: {site})")
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != headers.get("host"):
        raise Forbidden(f"origin {origin!r} is not this server")
