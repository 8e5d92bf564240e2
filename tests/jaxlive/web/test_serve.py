import resource
import signal

import pytest

from jaxlive.settings import Settings
from jaxlive.web import serve


def test_ctrl_c_ends_the_process_before_its_address_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    handlers = []

    def taken(settings: Settings) -> None:
        handlers.append(signal.getsignal(signal.SIGINT))
        raise serve.CannotServe("taken")

    monkeypatch.setattr(serve, "bind", taken)
    before = signal.getsignal(signal.SIGINT)
    try:
        with pytest.raises(serve.CannotServe):
            serve.serve(Settings())
    finally:
        signal.signal(signal.SIGINT, before)
    assert handlers == [signal.SIG_DFL]


def test_a_server_may_open_as_many_files_as_it_has_streams() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        serve.allow_open_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(serve.OPEN_FILES, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
