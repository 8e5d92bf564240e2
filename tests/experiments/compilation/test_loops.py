import re
from functools import partial

import jax
import numpy as np
import pytest

from experiments.compilation.loops import LoopsParams, doubled, fori, loops, python_loop, scan, total
from tests.experiments.running import Results, check_complete, check_work

STEPS = 40


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(loops(LoopsParams(steps=STEPS)))


def test_values_of_the_three_primitives(results: Results) -> None:
    shown = results.values("three loops")
    assert (shown["doubled"], shown["total"], shown["sum"]) == (16, 10, 10)
    assert shown["sums_before"] == [0, 0, 1, 3, 6]


def test_they_are_the_same_under_jit() -> None:
    assert int(jax.jit(doubled)()) == 16
    assert int(jax.jit(total)(5)) == 10


def test_a_python_loop_is_traced_step_by_step_and_the_others_once(results: Results) -> None:
    by_line: dict[str, dict[float, float | None]] = {}
    for point in results.series("equations").points:
        by_line.setdefault(point.line, {})[point.x] = point.y
    assert by_line["Python loop"] == {n: 5 * n for n in (10, 20, 30, 40)}
    assert set(by_line["fori_loop"].values()) == {7}
    assert set(by_line["scan"].values()) == {6}


def test_all_loops_end_at_the_same_samples(results: Results) -> None:
    timings = results.timings(f"{STEPS} steps of 1000 samples")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["Python loop", "fori_loop", "scan"]
    x = np.linspace(-2, 2, 7, dtype=np.float32)
    ends = [python_loop(x, STEPS), fori(x, STEPS), scan(x, STEPS)[0]]
    for end in ends[1:]:
        np.testing.assert_allclose(end, ends[0], rtol=1e-5)


def test_the_work_is_that_of_the_steps(results: Results) -> None:
    """XLA counts the body of a loop once, and all of a Python loop."""
    timings = results.timings(f"{STEPS} steps of 1000 samples")
    check_work(timings, partial(python_loop, steps=STEPS), np.ones(1000, np.float32))


def test_the_note_has_the_first_call_of_each(results: Results) -> None:
    assert re.fullmatch(
        r"The first call takes [\d,]+ ms as Python loop, [\d,]+ ms as fori_loop, [\d,]+ ms as scan.",
        results.notes[0],
    )


def test_noise_goes_to_the_nearer_of_minus_1_and_1() -> None:
    noise = np.random.default_rng(0).normal(size=50).astype(np.float32)
    end, path = scan(noise, 400)
    np.testing.assert_allclose(end, np.sign(noise), atol=0.01)
    np.testing.assert_array_equal(path[0], noise)


def test_the_path_starts_at_the_noise(results: Results) -> None:
    points = results.series("from noise to −1 and 1").points
    noise = np.random.default_rng(0).normal(size=1000).astype(np.float32)
    assert [point.y for point in points if point.x == 0] == pytest.approx(list(noise[:6]))
    assert len({point.x for point in points}) <= 25
