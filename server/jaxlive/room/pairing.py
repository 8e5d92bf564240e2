"""Phones that steer: paired once by a code from the presenter's view, dropped by the presenter."""

import hmac
import time
from datetime import UTC, datetime
from secrets import choice, token_hex, token_urlsafe

from pydantic import BaseModel, ConfigDict, Field

from jaxlive.room.limits import Bucket
from jaxlive.runs.errors import Forbidden, UnknownName

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that look alike."""
LENGTH = 8
"""Of 32 letters: 2**40 codes, of which 20 guesses a second try 2,400 before one ends."""
CODE_S = 120
GUESSES_A_SECOND, GUESSES_AT_ONCE = 20, 40
"""Of all together."""


class Code(BaseModel):
    """A code that pairs one phone, until it expires."""

    code: str
    expires_at: datetime


class Claim(BaseModel):
    """A code that a phone gives, in any case, with spaces or without."""

    model_config = ConfigDict(extra="forbid")

    code: str = Field(min_length=1, max_length=40)


class Remote(BaseModel):
    """A paired phone. `name` is what its browser calls itself, in short."""

    id: str
    name: str
    paired_at: datetime
    seen_at: datetime


class Remotes:
    """The codes that are valid now, and the phones that are paired: in memory, until the server ends."""

    def __init__(self) -> None:
        self._codes: dict[str, float] = {}
        self._paired: dict[str, Remote] = {}
        self._limit = Bucket(GUESSES_A_SECOND, GUESSES_AT_ONCE)

    def make_code(self) -> Code:
        """A code for one phone; those before it are void."""
        code = "".join(choice(LETTERS) for _ in range(LENGTH))
        self._codes = {code: time.monotonic() + CODE_S}
        return Code(code=code, expires_at=datetime.fromtimestamp(time.time() + CODE_S, UTC))

    def pair(self, claim: Claim, agent: str) -> tuple[str, Remote]:
        """The secret of a phone's cookie, for a code that is then void. Raises Forbidden and TooFast."""
        self._limit.take("all phones together")
        given = "".join(claim.code.split()).upper()
        found = [code for code in self._codes if _same(given, code)]
        if not found or self._codes.pop(found[0]) < time.monotonic():
            raise Forbidden(
                "this code is wrong, used or older than two minutes: scan the one that the presenter's view "
                "shows now"
            )
        secret, now = token_urlsafe(32), datetime.now(UTC)
        remote = Remote(id=token_hex(4), name=device(agent), paired_at=now, seen_at=now)
        self._paired[secret] = remote
        return secret, remote

    def find(self, secret: str) -> Remote | None:
        """The phone that holds this secret; it has been seen now."""
        found = [remote for known, remote in self._paired.items() if _same(secret, known)]
        for remote in found:
            remote.seen_at = datetime.now(UTC)
        return found[0] if found else None

    def all(self) -> list[Remote]:
        """Those that are paired."""
        return list(self._paired.values())

    def drop(self, remote_id: str) -> None:
        """Steer no more. Raises UnknownName."""
        dropped = [secret for secret, remote in self._paired.items() if remote.id == remote_id]
        if not dropped:
            raise UnknownName(f"no phone {remote_id[:80]!r} is paired: GET /api/remotes lists those that are")
        del self._paired[dropped[0]]


def device(agent: str) -> str:
    """A word for the machine that a User-Agent names; no more of it is kept."""
    words = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
    return next((word for word in words if word in agent), "another device")


def _same(given: str, known: str) -> bool:
    return hmac.compare_digest(given.encode(), known.encode())
