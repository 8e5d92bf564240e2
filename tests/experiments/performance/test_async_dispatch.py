import jax
import pytest

from experiments.compilation.jit import f_jit
from experiments.performance.async_dispatch import (
    LOOPS,
    AsyncDispatchParams,
    async_dispatch,
    claims,
    loop,
    queue_in_words,
)
from jaxlive.lab.programs.stages import is_ready
from tests.experiments.running import Results

LENGTH = 1_000_000


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(async_dispatch(AsyncDispatchParams(array_length=LENGTH)))


def test_both_clocks_run_at_four_sizes(results: Results) -> None:
    series = results.series("one call")
    assert sorted({point.x for point in series.points}) == [1000, 10_000, 100_000, LENGTH]
    assert (series.x.scale, series.y.scale, series.y.unit) == ("log", "log", "s")
    assert {point.line for point in series.points} == {"does not wait", "waits"}
    assert results.notes[0].startswith("A thousand times the elements:")


def test_the_clock_that_does_not_wait_stops_first(results: Results) -> None:
    impatient, patient, roof = results.table("two clocks").rows
    assert [row[0] for row in (impatient, patient)] == ["does not wait", "waits"]
    assert float(str(impatient[1])) < float(str(patient[1]))
    assert patient[3] == "possible"
    assert roof[3] == "measured"


def test_a_call_that_returns_too_early_claims_the_impossible() -> None:
    claimed = Results(claims(80_000_000, (1e-9, 10.0)))
    assert [row[3] for row in claimed.table("two clocks").rows] == ["impossible", "possible", "measured"]
    assert "the call was only queued" in claimed.notes[0]


def test_loops_of_every_length_are_waited_for(results: Results) -> None:
    points = results.series("a loop of calls").points
    assert {point.x for point in points} == set(LOOPS)
    returned, done = (
        {point.x: point.y or 0.0 for point in points if point.line == line}
        for line in ("does not wait", "waits")
    )
    assert all(0 < returned[calls] <= done[calls] for calls in LOOPS)


def test_a_loop_counts_what_is_pending_and_leaves_nothing() -> None:
    x = jax.numpy.ones(1_000_000)
    f_jit(x).block_until_ready()
    (returned, done), pending = loop(x, 8)
    assert 0 < pending <= 8
    assert returned < done


def test_a_large_result_is_returned_before_it_exists() -> None:
    x = jax.numpy.ones(10_000_000)
    f_jit(x).block_until_ready()
    y = f_jit(x)
    assert is_ready(y) is False
    assert is_ready(y.block_until_ready()) is True


def test_the_lab_refuses_a_variant_without_a_wait(results: Results) -> None:
    refused = results.raised("without a wait")
    assert refused.type == "NotWaitedFor"
    assert refused.source == "return last(timings)"


def test_the_depth_of_the_queue_is_the_most_that_was_pending() -> None:
    returns = {1: 10e-6, 4: 40e-6, 5: 3e-3, 8: 12.04e-3}
    assert queue_in_words(returns, most=4, done=24e-3) == (
        "At most 4 calls were pending. Up to there a call took 10 µs to queue; from there on 3 ms, "
        "waiting for an older one to end."
    )


def test_a_queue_that_never_filled_and_a_device_that_kept_up() -> None:
    returns = {1: 10e-6, 8: 80e-6}
    assert queue_in_words(returns, most=8, done=24e-3) == "All 8 calls were queued, in 10 µs each."
    assert queue_in_words(returns, most=1, done=90e-6).endswith("Take a longer array.")


def test_memory_is_asked_for_by_formula() -> None:
    assert AsyncDispatchParams(array_length=10_000_000).bytes_needed() == 410_000_000
