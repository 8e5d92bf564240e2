"""Which figures `python -m benchmarks` prints."""

import platform
import sys

import pytest

from benchmarks import __main__ as program
from benchmarks.__main__ import BENCHMARKS, main
from tests.running import ROOT


def test_an_unknown_name_is_answered_with_those_that_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "deck", "nonsense"])
    with pytest.raises(SystemExit, match=r"no figures nonsense: expected some of click, kill, .*, load"):
        main()


def test_without_a_name_all_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks"])
    monkeypatch.setattr(program, "BENCHMARKS", {"one": "platform:system", "two": "platform:machine"})
    main()
    assert capsys.readouterr().out.splitlines()[-2:] == [platform.system(), platform.machine()]


@pytest.mark.parametrize("place", BENCHMARKS.values())
def test_each_name_has_a_function(place: str) -> None:
    module, function = place.split(":")
    assert f"def {function}() -> " in (ROOT / f"{module.replace('.', '/')}.py").read_text()
