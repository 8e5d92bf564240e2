from functools import partial

import numpy as np
import pytest

from experiments.arrays.dispatch_cost import (
    DispatchCostParams,
    ahead_of_numpy,
    beaten,
    chain,
    crossing,
    dispatch_cost,
    fast_inner,
    in_words,
    inner,
    sides,
)
from jaxlive.lab.declare.blocks import Outcome, Ratio
from jaxlive.lab.measure.control import compare_medians
from jaxlive.lab.measure.timing import last
from tests.experiments.running import Results, check_complete, check_work

LENGTH = 2000


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(dispatch_cost(DispatchCostParams(array_length=LENGTH, steps=2)))


def test_the_inner_product_of_four_integers_is_20() -> None:
    x = np.arange(4, dtype=np.int32)
    assert inner(x, x + 1) == fast_inner(x, x + 1) == 20


def test_the_chain_of_steps() -> None:
    assert chain(4.0, steps=0) == 4
    assert chain(4.0, steps=2) == 2.5


def test_the_work_is_that_of_the_chain() -> None:
    x = np.ones(1000, np.float32)
    check_work(last(sides(x, steps=3)), partial(chain, steps=3), x)


def test_four_integers_in_three_ways(results: Results) -> None:
    timings = results.timings("4 integers")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["numpy", "eager", "jit"]
    assert {row.dtype for row in timings.rows} == {"int32"}
    assert [(ratio.of, ratio.over) for ratio in timings.ratios] == [("eager", "numpy"), ("jit", "numpy")]


def test_the_series_grows_tenfold_up_to_the_length_asked_for(results: Results) -> None:
    series = results.series("time of the chain")
    assert (series.x.scale, series.y.scale, series.y.unit) == ("log", "log", "s")
    for line in ("numpy", "eager", "jit"):
        assert [point.x for point in series.points if point.line == line] == [10, 100, 1000, LENGTH]
    assert all(point.y for point in series.points)


def test_the_table_has_a_row_for_each_length(results: Results) -> None:
    lengths = {point.x for point in results.series("time of the chain").points}
    assert {row[0] for row in results.table("times over NumPy’s").rows} == lengths
    assert len(results.notes) == 2


def test_the_table_and_the_notes_are_those_of_the_ratios() -> None:
    def ratio(of: str, median: float, winner: str | None) -> Ratio:
        told: Outcome = "faster" if winner else "alike"
        at = {"median": median, "ci95": (median, median), "resolution": 1, "outcome": told, "winner": winner}
        return Ratio.model_validate({"of": of, "over": "numpy", **at})

    found = {
        10: [ratio("eager", 9.0, "numpy"), ratio("jit", 4.0, "numpy")],
        1000: [ratio("eager", 1.0, None), ratio("jit", 0.25, "jit")],
    }
    shown = Results(ahead_of_numpy(found))
    assert shown.table("times over NumPy’s").rows == [[10, 9.0, 4.0, "nobody"], [1000, 1.0, 0.25, "jit"]]
    assert shown.notes == [
        "eager does not overtake NumPy up to 1,000 elements.",
        "jit overtakes NumPy near 100 elements.",
    ]


def test_crossings() -> None:
    assert crossing([(10, 4.0), (1000, 0.25)]) == pytest.approx(100)
    assert crossing([(10, 0.9), (100, 2.0), (1000, 0.5)]) == pytest.approx(316.2, rel=1e-3)
    assert crossing([(10, 0.9), (100, 0.5)]) == 0
    assert crossing([(10, 0.9), (100, 1.5)]) is None


def test_crossings_in_words() -> None:
    assert in_words("jit", 3162.0, 10_000) == "jit overtakes NumPy near 3,000 elements."
    assert in_words("jit", 0, 10_000) == "jit is ahead of NumPy at all lengths."
    assert in_words("eager", None, 10_000) == "eager does not overtake NumPy up to 10,000 elements."


def test_numpy_is_beaten_only_beyond_chance() -> None:
    rounds = range(8)
    samples = {
        "numpy": dict.fromkeys(rounds, 1.0),
        "jit": dict.fromkeys(rounds, 0.5),
        "eager": dict.fromkeys(rounds, 3.0),
        "equal": dict.fromkeys(rounds, 1.02),
    }
    won, drawn, lost = (compare_medians(name, "numpy", samples) for name in ("jit", "equal", "eager"))
    assert beaten([lost, won]) == "jit"
    assert beaten([drawn]) == beaten([lost]) == "nobody"
