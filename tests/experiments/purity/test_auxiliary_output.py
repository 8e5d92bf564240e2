import re
from typing import Any

import numpy as np
import pytest

from experiments.purity.auxiliary_output import AuxiliaryOutputParams, auxiliary_output
from tests.experiments.running import Results

PARAMS = AuxiliaryOutputParams(tokens=5, width=3, seed=1)


def run() -> Results:
    return Results(auxiliary_output(PARAMS))


@pytest.fixture(scope="module")
def results() -> Results:
    return run()


def scores(call: int) -> tuple[Any, Any]:
    """y and score by the formula, in float64."""
    draws = np.random.default_rng(PARAMS.seed).standard_normal((2, 3, 5, 3), np.float32)
    q, k, v = draws[call].astype(np.float64)
    weights = np.exp(q @ k.T / np.sqrt(3))
    score = weights / weights.sum(axis=1, keepdims=True)
    return score @ v, score


def test_both_results_are_those_of_the_formula(results: Results) -> None:
    y, score = scores(0)
    shown = results.values("two results")
    np.testing.assert_allclose(shown["score"], score, rtol=1e-4)
    np.testing.assert_allclose(shown["y"], y, rtol=1e-3, atol=1e-5)


def test_rows_of_scores_sum_to_1_and_each_call_has_its_own(results: Results) -> None:
    np.testing.assert_allclose(results.values("two results")["row_sums"], np.ones(5), rtol=1e-6)
    (note,) = results.notes
    off = re.match(r"Rows sum to 1 up to (\S+) at both calls", note)
    assert off
    assert float(off[1]) < 1e-6
    assert f"by up to {np.abs(scores(0)[1] - scores(1)[1]).max():.2f}." in note


def test_the_log_grows_at_each_call_but_once_under_jit(results: Results) -> None:
    plain, jitted = results.table("the log").rows
    assert plain[:3] == ["without jit", 1, 2]
    assert jitted[:3] == ["with jit", 1, 1]
    assert "Tracer" in str(jitted[3])
    assert "Tracer" not in str(plain[3])


def test_jit_prints_a_tracer_once(results: Results) -> None:
    (line,) = results.printed("printed at two calls").lines
    assert "Tracer(float32[5,5])" in line


def test_the_logged_score_is_an_error_at_its_use(results: Results) -> None:
    raised = results.raised("the logged score")
    assert (raised.type, raised.source) == ("UnexpectedTracerError", "return log[-1].max()")


def test_a_second_run_shows_the_same(results: Results) -> None:
    again = run()
    assert again.table("the log") == results.table("the log")
    assert again.printed("printed at two calls") == results.printed("printed at two calls")
    assert again.notes == results.notes
