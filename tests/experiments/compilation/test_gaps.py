"""Eager calls are many operations, jitted ones are one."""

from experiments.compilation.gaps import GapsParams, gaps
from tests.experiments.running import Results


def test_an_eager_call_is_six_operations_and_a_jitted_one_is_one() -> None:
    results = Results(gaps(GapsParams()))
    eager, jit = results.table("gaps").rows
    assert eager[:2] == ["eager", 6]
    assert jit[:2] == ["jit", 1]
    for row in (eager, jit):
        assert isinstance(row[2], float)
        assert 0 <= row[2] < 1
    assert results.timeline("eager").calls == results.timeline("jit").calls
