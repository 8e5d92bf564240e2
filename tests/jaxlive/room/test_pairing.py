"""A phone is paired once, by a code that is short-lived, and is dropped at once."""

from types import SimpleNamespace

import pytest

from jaxlive.room import limits, pairing
from jaxlive.room.limits import TooFast
from jaxlive.room.pairing import Claim, Remotes, device
from jaxlive.runs.errors import Forbidden, UnknownName


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Time that stands still; its `now` can be set."""
    clock = SimpleNamespace(now=0.0)
    for module in (pairing, limits):
        stopped = SimpleNamespace(monotonic=lambda: clock.now, time=lambda: clock.now)
        monkeypatch.setattr(module, "time", stopped)
    return clock


def test_a_code_pairs_one_phone(clock: SimpleNamespace) -> None:
    remotes = Remotes()
    code = remotes.make_code().code
    secret, remote = remotes.pair(Claim(code=f" {code[:4].lower()} {code[4:]}"), "Mozilla (iPhone; …)")
    assert (remotes.find(secret), remote.name) == (remote, "iPhone")
    assert code not in str(remotes.all())
    with pytest.raises(Forbidden, match="wrong, used or older than two minutes"):
        remotes.pair(Claim(code=code), "")


def test_a_code_expires_and_a_new_one_voids_it(clock: SimpleNamespace) -> None:
    remotes = Remotes()
    old, new = remotes.make_code().code, remotes.make_code().code
    with pytest.raises(Forbidden):
        remotes.pair(Claim(code=old), "")
    clock.now = pairing.CODE_S + 1
    with pytest.raises(Forbidden):
        remotes.pair(Claim(code=new), "")


def test_a_dropped_phone_steers_no_more() -> None:
    remotes = Remotes()
    secret, remote = remotes.pair(Claim(code=remotes.make_code().code), "")
    assert remotes.find("") is remotes.find(f"{secret}x") is None
    remotes.drop(remote.id)
    assert remotes.find(secret) is None
    with pytest.raises(UnknownName, match="is paired: GET /api/remotes lists"):
        remotes.drop(remote.id)


def test_guessing_a_hundred_times_a_second_gets_twenty_tries_a_second(clock: SimpleNamespace) -> None:
    remotes = Remotes()
    code, tried = remotes.make_code().code, 0
    for number in range(100 * (pairing.CODE_S - 1)):
        clock.now = number / 100
        try:
            remotes.pair(Claim(code=f"{number:08}"), "")
        except Forbidden:
            tried += 1
        except TooFast:
            continue
    assert tried <= pairing.GUESSES_A_SECOND * pairing.CODE_S + pairing.GUESSES_AT_ONCE
    assert tried / len(pairing.LETTERS) ** pairing.LENGTH < 1e-8
    clock.now += 1 / pairing.GUESSES_A_SECOND
    assert remotes.pair(Claim(code=code), "")


def test_of_the_browser_one_word_is_kept() -> None:
    assert device("Mozilla/5.0 (Linux; Android 14; Pixel 8)") == "Android"
    assert device("curl/8") == "another device"
