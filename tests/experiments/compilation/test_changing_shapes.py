import jax
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments.compilation.changing_shapes import ChangingShapesParams, changing_shapes, padded_cube, traced
from tests.experiments.running import Results

CALLS = 20


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(changing_shapes(ChangingShapesParams(calls=CALLS, seed=3)))


def lengths() -> list[int]:
    return list(np.random.default_rng(3).integers(1, 1000, size=CALLS, endpoint=True))


def test_each_new_length_is_a_trace_and_a_compilation(results: Results) -> None:
    rows = {row[0]: row[3:] for row in results.table(f"{CALLS} calls each").rows}
    new = len(set(lengths()))
    assert rows["jit"] == [new, new]
    assert rows["jit one length"] == [1, 1]


def test_padded_lengths_are_powers_of_two(results: Results) -> None:
    rows = {row[0]: row[3] for row in results.table(f"{CALLS} calls each").rows}
    assert rows["jit padded"] == len({np.ceil(np.log2(length)) for length in lengths()})


def test_eager_compiles_for_each_length_without_a_trace(results: Results) -> None:
    rows = {row[0]: row[3:] for row in results.table(f"{CALLS} calls each").rows}
    traces, compiled = rows["eager"]
    assert traces == 0
    assert int(str(compiled)) >= len(set(lengths()))


def test_both_series_grow_with_the_calls(results: Results) -> None:
    for label, lines in (("traces so far", 3), ("time so far", 4)):
        by_line: dict[str, list[float]] = {}
        for point in results.series(label).points:
            assert point.y is not None
            by_line.setdefault(point.line, []).append(point.y)
        assert len(by_line) == lines
        for values in by_line.values():
            assert len(values) == CALLS
            assert values == sorted(values)


def test_the_note_has_the_traces_beside_the_formula(results: Results) -> None:
    # 1000 (1 - 0.999^20) = 19.8
    assert f"{len(set(lengths()))} traces in 20 calls at random lengths, 20 on average" in results.notes[0]
    assert "at most 11" in results.notes[0]


@settings(deadline=None)  # a new length compiles
@given(st.integers(1, 40))
def test_padding_changes_no_value(length: int) -> None:
    x = np.linspace(-2, 2, length, dtype=np.float32)
    np.testing.assert_allclose(padded_cube(x), x**3, rtol=1e-6)


def test_a_thousand_lengths_need_eleven_programs() -> None:
    jax.clear_caches()
    traced.clear()
    for length in range(1, 1001):
        padded_cube(np.ones(length, np.float32))
    assert traced == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]


def test_memory_is_asked_for_by_formula() -> None:
    assert ChangingShapesParams(calls=100, longest=1000).bytes_needed() == 1_600_000
