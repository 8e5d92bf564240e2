import jax
import pytest

from experiments.compilation import tracers as subject
from experiments.compilation.tracers import TracersParams, tracers
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(tracers(TracersParams()))


def test_a_branch_on_a_tracer_is_an_error(results: Results) -> None:
    raised = results.raised("with jit")
    assert raised.type.endswith("TracerBoolConversionError")
    assert "bool[]" in raised.message
    assert raised.source == "return x**2 if x < 0 else x**3"
    assert results.values("without jit") == {"power": 1.0}


def test_print_shows_dtype_and_shape_and_no_value(results: Results) -> None:
    rows = {row[0]: row[1:] for row in results.table("print inside").rows}
    printed, result = rows["show([1. 2.])"]
    assert "float32[2]" in str(printed)
    assert "1." not in str(printed)
    assert result == "[2. 3.]"
    assert "float32[1,1]" in str(rows["show([[1.]])"][0])
    assert "float32[]" in str(rows["show(1.0)"][0])


def test_a_like_call_prints_nothing(results: Results) -> None:
    rows = {row[0]: row[1:] for row in results.table("print inside").rows}
    assert rows["show([3. 4.])"] == ["nothing", "[4. 5.]"]


def test_the_full_traceback_is_mostly_of_jax(results: Results) -> None:
    (_, short, short_frames, mine), (_, full, full_frames, also_mine) = results.table("two tracebacks").rows
    assert short == len(results.printed("filtered").lines)
    assert full == len(results.printed("in full").lines)
    assert int(str(full)) > 3 * int(str(short))
    assert (mine, also_mine) == (2, 2)
    assert short_frames == 2
    assert int(str(full_frames)) > 10


def test_the_line_to_look_for_is_named(results: Results) -> None:
    first = subject.power.__code__.co_firstlineno
    assert results.notes[0].endswith(f"tracers.py, line {first + 1}: return x**2 if x < 0 else x**3")


def test_a_second_run_gives_the_same_and_filtering_is_put_back(results: Results) -> None:
    before = jax.config.jax_traceback_filtering  # type: ignore[attr-defined]
    again = Results(tracers(TracersParams()))
    assert jax.config.jax_traceback_filtering == before  # type: ignore[attr-defined]
    for label in ("print inside", "two tracebacks"):
        assert again.table(label).rows == results.table(label).rows
