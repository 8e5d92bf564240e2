"""What compiling is made of."""

import pytest

from experiments.compilation.compile_phases import CompilePhasesParams, compile_phases
from jaxlive.lab.programs import xla
from tests.experiments.running import Results


def test_every_phase_takes_time_and_the_shares_make_a_whole() -> None:
    rows = Results(compile_phases(CompilePhasesParams())).table("phases").rows
    for function in ("product", "loop"):
        own = [row for row in rows if row[0] == function]
        assert [row[1] for row in own[:2]] == ["trace", "lower"]
        assert {"emit kernels", "LLVM", "other"} <= {row[1] for row in own}
        assert sum(float(row[3] or 0) for row in own) == pytest.approx(1)
        assert all(float(row[2] or 0) > 0 for row in own if row[1] != "other")


def test_phases_with_names_unheard_of_are_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xla, "PHASES", {})
    results = Results(compile_phases(CompilePhasesParams()))
    assert "names no phase" in results.notes[0]
