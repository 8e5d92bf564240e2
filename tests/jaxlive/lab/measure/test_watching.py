from collections.abc import Callable
from functools import partial

import jax
import numpy as np
import pytest

from jaxlive.lab.declare.blocks import Compile, Row, Timings
from jaxlive.lab.measure.medians import summarize
from jaxlive.lab.measure.watching import Calls, paid_back, reasons, runs, table, watched


@pytest.fixture
def calls() -> Calls:
    one, two = np.ones(1, np.float32), np.ones(2, np.float32)
    return {"one": partial(double, one), "one again": partial(double, one), "two": partial(double, two)}


traced: list[int] = []


@jax.jit
def double(x: jax.Array) -> jax.Array:
    traced.append(1)
    return 2 * x


def test_traces_and_compilations_are_counted_so_far(calls: Calls) -> None:
    assert table("calls", watched(calls, traced)).rows == [
        ["one", "[2.]", 1, 1],
        ["one again", "[2.]", 1, 1],
        ["two", "[2. 2.]", 2, 2],
    ]


def test_counting_starts_from_empty_caches(calls: Calls) -> None:
    first = watched(calls, traced)
    assert watched(calls, traced) == first


def test_a_call_that_is_not_traced_has_no_reason(calls: Calls) -> None:
    done = watched(calls, traced)
    assert [bool(one.reason) for one in done] == [True, False, True]
    assert reasons(done) == ["one: never seen function", "two: at x, now f32[2] and before f32[1]"]


def test_under_jit_python_runs_a_function_when_it_is_traced() -> None:
    def triple(x: jax.Array) -> jax.Array:
        return 3 * x

    fast = jax.jit(triple)
    with runs(triple) as counted:
        counts = [(fast(np.float32(x)), len(counted))[1] for x in range(3)]
        triple(jax.numpy.ones(1))
    triple(jax.numpy.ones(1))
    assert (counts, len(counted)) == ([1, 1, 1], 2)


def test_a_matrix_is_shown_in_a_line() -> None:
    (shown,) = watched({"zeros": lambda: np.zeros((2, 1))}, traced)
    assert shown.result == "[[0.] [0.]]"


@pytest.fixture
def timings() -> Callable[[float, float], Timings]:
    def make(eager_s: float, jit_s: float) -> Timings:
        return Timings(label="made up", rows=[row("eager", eager_s), row("jit", jit_s)])

    return make


def row(mode: str, median_s: float) -> Row:
    latency = summarize([median_s], calls_per_sample=1)
    split = Compile(repeats=1, trace_s=0.1, lower_s=0.2, compile_s=0.3, first_run_s=0.4)
    return Row(
        variant=mode,
        framework="jax",
        mode=mode,
        device="cpu",
        dtype="float32",
        threads=1,
        latency=latency,
        compile=split if mode == "jit" else None,
    )


def test_the_first_call_is_paid_back_when_enough_is_saved(timings: Callable[[float, float], Timings]) -> None:
    note = paid_back(timings(0.3, 0.1))
    assert note.text == "The first call takes 1e+03 ms, like 10 later ones: paid back after 5 calls."


def test_what_saves_nothing_is_never_paid_back(timings: Callable[[float, float], Timings]) -> None:
    assert "never paid back" in paid_back(timings(0.1, 0.2)).text
