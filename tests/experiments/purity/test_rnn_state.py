import math

import pytest

from experiments.purity.rnn_state import RnnStateParams, rnn_state
from tests.experiments.running import Results

STEPS = 5


def run() -> Results:
    return Results(rnn_state(RnnStateParams(steps=STEPS)))


def line(results: Results, way: str) -> list[float | None]:
    return [point.y for point in results.series("y, step by step").points if point.line == way]


def by_formula() -> tuple[float, list[float]]:
    h, ys = 0.0, []
    for _ in range(STEPS):
        h = math.tanh(0.5 + 0.5 * h)
        ys.append(math.tanh(h))
    return h, ys


@pytest.fixture(scope="module")
def results() -> Results:
    return run()


def test_the_first_two_steps_of_the_source(results: Results) -> None:
    expected = {"y1": 0.4318, "h1": 0.4621, "y2": 0.5537, "h2": 0.6237}
    assert results.values("two steps by hand") == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("way", ["class", "function under jit", "function in a scan"])
def test_outputs_follow_the_formula(results: Results, way: str) -> None:
    assert line(results, way) == pytest.approx(by_formula()[1], rel=1e-5)


def test_the_class_under_jit_says_the_first_output_for_ever(results: Results) -> None:
    assert line(results, "class under jit") == pytest.approx([0.43181] * STEPS, abs=1e-5)


def test_the_scan_ends_in_the_state_of_the_class(results: Results) -> None:
    h = by_formula()[0]
    expected = {"h_in_the_class": h, "h_from_the_scan": h}
    assert results.values(f"after {STEPS} steps") == pytest.approx(expected, rel=1e-5)


def test_what_jit_leaves_in_the_class_is_a_tracer(results: Results) -> None:
    raised = results.raised("h in the class under jit")
    assert (raised.type, raised.source) == ("UnexpectedTracerError", "return compiled.h + 1")


def test_the_sentence_has_both_outputs(results: Results) -> None:
    assert results.notes == [
        "At the last step the class under jit says 0.4318, as at the first; "
        f"the other three all say {by_formula()[1][-1]:.4f}."
    ]


def test_a_second_run_starts_from_an_empty_state(results: Results) -> None:
    assert run().series("y, step by step") == results.series("y, step by step")
