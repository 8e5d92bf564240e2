import numpy as np
import pytest

from experiments.purity import side_effects as module
from experiments.purity.side_effects import SideEffectsParams, side_effects
from tests.experiments.running import Results

LEAKED = "UnexpectedTracerError"


def run() -> Results:
    return Results(side_effects(SideEffectsParams()))


@pytest.fixture(scope="module")
def results() -> Results:
    return run()


def test_the_print_comes_at_the_first_call_only(results: Results) -> None:
    assert results.printed("print").lines == ["Calculating sum", "[0 2 4]", "[0 2 4]"]


def test_debug_print_comes_at_both_calls(results: Results) -> None:
    line = "Calculating [0 1 2] + [0 1 2]"
    assert results.printed("jax.debug.print").lines == [line, "[0 2 4]", line, "[0 2 4]"]


@pytest.mark.parametrize(
    ("effect", "python", "jit"),
    [
        ("lines printed", ["1", "1"], ["1", "0"]),
        ("lines by jax.debug.print", ["1", "1"], ["1", "1"]),
        ("a global counter", ["1", "2"], ["1", "1"]),
        ("a counter in self", ["1", "2"], ["1", "1"]),
        ("a list given", ["[1]", "[1, 1]"], ["[]", "[]"]),
        ("the next of an iterator", ["0", "1"], ["0", "0"]),
        ("a number from NumPy", ["1.764", "0.400"], ["1.764", "1.764"]),
        ("lines in a file", ["1", "2"], ["1", "1"]),
        ("a value kept", ["3", "3"], [LEAKED, LEAKED]),
    ],
)
def test_an_effect_at_two_calls(results: Results, effect: str, python: list[str], jit: list[str]) -> None:
    rows = {row[0]: row[1:5] for row in results.table("two calls of each").rows}
    assert rows[effect] == python + jit


def test_each_effect_but_debug_print_has_a_replacement(results: Results) -> None:
    without = [row[0] for row in results.table("two calls of each").rows if not row[5]]
    assert without == ["lines by jax.debug.print"]


def test_the_sentence_sorts_the_effects(results: Results) -> None:
    assert results.notes == [
        "Of 9 effects, 1 is under jit as in Python at both calls, 6 at the first only, 2 at neither."
    ]


def test_a_kept_tracer_is_an_error_at_its_use(results: Results) -> None:
    raised = results.raised("a leaked tracer")
    assert (raised.type, raised.source) == (LEAKED, "return kept[-1] + 1")


def test_a_second_run_sees_the_same_and_leaves_numpy_and_no_file_behind(results: Results) -> None:
    np.random.seed(3)
    again, after = run(), np.random.normal()
    np.random.seed(3)
    assert after == np.random.normal()
    assert again.table("two calls of each") == results.table("two calls of each")
    assert again.printed("print") == results.printed("print")
    assert module.outside.log.closed
