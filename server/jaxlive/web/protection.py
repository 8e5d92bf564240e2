"""Who may speak to the server: an ASGI middleware that checks Host, Origin, token and body first.

Host check: against DNS rebinding, on every method. A page of another site may open a page here (a link) and
nothing else: Fetch Metadata's resource isolation policy, with the Origin where there is one, as in Go's
net/http CrossOriginProtection, and the Referer of browsers that send neither. The User-Agent proves nothing
(CVE-2025-62593), and DELETE changes something too (CVE-2026-27482).
"""

import re
from contextlib import nullcontext
from ipaddress import AddressValueError, IPv6Address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jaxlive.room.pairing import Remotes
from jaxlive.runs.errors import Forbidden, HeadTooLarge, JaxliveError, NotJson, TooLarge
from jaxlive.settings import Settings
from jaxlive.web.auth import check_token, may, sign_in
from jaxlive.web.problems import response
from jaxlive.web.streams import Streams, is_stream

HEAD_LIMIT = 16 * 1024
"""Bytes of a request's line and headers; jaxlive/web/http.py refuses a head that does not come to its end."""
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+?)\.?)(?::\d*)?", re.IGNORECASE | re.ASCII)


class Protection:
    """Answers what must not pass as a problem, and hands on the rest."""

    def __init__(self, app: ASGIApp, settings: Settings, remotes: Remotes):
        self._app = app
        self._settings, self._remotes = settings, remotes
        self._hosts = {hostname(bracketed(host)) for host in settings.hosts} - {""}
        self._streams = Streams(settings.stream_limit)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then pass it on."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        try:
            app, receive = await self._admit(scope, receive)
            address = scope["client"][0] if scope.get("client") else ""
            with self._streams.one(address) if is_stream(scope["path"]) else nullcontext():
                await app(scope, receive, send)
        except JaxliveError as error:
            await response(error, scope["path"])(scope, receive, send)

    async def _admit(self, scope: Scope, receive: Receive) -> tuple[ASGIApp, Receive]:
        """What answers this request, and its body. Raises JaxliveError."""
        check_head(scope)
        headers, method, token = Headers(scope=scope), scope["method"], self._settings.token
        self._check_host(headers, scope)
        check_site(headers, method in SAFE_METHODS)
        if method in SAFE_METHODS:
            answer = sign_in(scope, token) if token else None
            return answer or self._app, receive
        check_token(may(headers, method, scope["path"], self._settings, self._remotes))
        return self._app, await self._read_body(headers, receive)

    def _check_host(self, headers: Headers, scope: Scope) -> None:
        """Of this server are its names, and the address at which it was reached: rebinding needs a name."""
        given = headers.getlist("host")
        host = hostname(given[0]) if len(given) == 1 else ""
        if host not in self._hosts and host != (scope.get("server") or ("",))[0]:
            raise Forbidden(
                f"host {', '.join(given)[:200]!r} is not served here: use one of {sorted(self._hosts)}, "
                "or name it in JAXLIVE_ALLOWED_HOSTS"
            )

    async def _read_body(self, headers: Headers, receive: Receive) -> Receive:
        """The whole body, at most `body_limit` bytes of JSON, to be received once."""
        limit, body, more = self._settings.body_limit, b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise NotJson("the connection ended before the body did: send it again")
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > limit:
                raise TooLarge(f"the body has more than {limit} bytes, the limit: send less")
        media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        if body and media_type != "application/json":
            raise NotJson(f"got content type {media_type or 'none'!r}: send 'Content-Type: application/json'")
        return replay(body, receive)


def check_head(scope: Scope) -> None:
    """Raise HeadTooLarge for a request whose line and headers pass the limit."""
    line = len(scope["method"]) + len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"])
    size = line + sum(len(name) + len(value) for name, value in scope["headers"])
    if size > HEAD_LIMIT:
        raise HeadTooLarge(f"the request's head has {size} bytes, the limit is {HEAD_LIMIT}: send less")


def replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives a body already read, then what the client sends after it."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return pending.pop() if pending else await receive()

    return receive_again


def hostname(host: str) -> str:
    """The name in a Host header, in lower case, without port, brackets and last dot; empty when malformed."""
    parts = HOST.fullmatch(host)
    if parts is None:
        return ""
    address, name = parts.groups()
    try:
        return IPv6Address(address).compressed if address else name.lower()
    except AddressValueError:
        return ""


def bracketed(host: str) -> str:
    """A host of the settings as a Host header has it: an IPv6 address in brackets."""
    return f"[{host}]" if host.count(":") > 1 and "[" not in host else host


def check_site(headers: Headers, safe: bool) -> None:
    """Raise Forbidden for a request that another site's page has sent; a link to here may be followed."""
    own = [f"{scheme}://{headers.get('host', '').lower()}" for scheme in ("http", "https")]
    for origin in headers.getlist("origin"):
        if origin.lower() not in own:
            raise Forbidden(f"origin {origin[:200]!r} is not this server: open the server's own page")
    site = headers.get("sec-fetch-site")
    navigation = safe and headers.get("sec-fetch-mode", "navigate") == "navigate"
    if site is not None and site not in {"same-origin", "none"} and not navigation:
        raise Forbidden(
            f"a page of another site sent this (Sec-Fetch-Site: {site}): open the server's own page"
        )
    referer = headers.get("referer")
    if referer and not safe and "/".join(referer.lower().split("/", 3)[:3]) not in own:
        raise Forbidden(
            f"a page of another site sent this (Referer: {referer[:200]}): open the server's own page"
        )
