from dataclasses import replace

import numpy as np
import pytest

from jaxlive.lab.measure.agreement import Disagreement, Misplaced
from jaxlive.lab.measure.roofline import AboveRoof, Work
from jaxlive.lab.measure.timing import compare, last, median_s
from jaxlive.lab.measure.variants import eager, jitted, numpy
from tests.experiments.running import check_complete
from tests.jaxlive.lab.measure.variants import ONES, lasting


def test_a_planted_factor_of_two_is_found() -> None:
    timings = last(
        compare(
            "planted",
            {"fast": lasting(1e-3), "slow": lasting(2e-3)},
            reference=ONES,
            of="slow",
            over="fast",
            budget_s=0.5,
        )
    )
    check_complete(timings)
    assert timings.ratios[0].winner == "fast"
    assert timings.ratios[0].outcome == "faster"
    assert timings.verdict.startswith("fast is ")
    assert median_s(timings, "slow") >= 2e-3
    assert median_s(timings, "fast") >= 1e-3


def test_rounds_are_shown_while_they_run_and_at_least_seven() -> None:
    shown = list(compare("slow", {"only": lasting(0.06)}, reference=ONES, budget_s=0.1))
    assert [timings.complete for timings in shown] == [False] * (len(shown) - 1) + [True]
    assert len(shown) > 1
    assert shown[0].rounds < shown[-1].rounds == 7
    assert {timings.label for timings in shown} == {"slow"}
    assert shown[-1].load_average is not None
    assert shown[-1].stolen is not None


def test_calls_per_sample_make_samples_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jaxlive.lab.measure.sampling.elapsed", lambda _, calls: calls * 1e-4)
    timings = last(compare("tiny", {"tiny": lasting(0)}, reference=ONES, budget_s=0.1))
    latency = timings.rows[0].latency
    assert latency.calls_per_sample == 32  # the first power of two that lasts 2 ms
    assert latency.samples_s == pytest.approx([1e-4] * len(latency.samples_s))


def test_the_ratio_asked_for_comes_first() -> None:
    variants = {"a": lasting(1e-4), "b": lasting(1e-4), "c": lasting(1e-4)}
    timings = last(compare("order", variants, reference=ONES, of="c", over="a", budget_s=0.05))
    assert [(ratio.of, ratio.over) for ratio in timings.ratios] == [("c", "a"), ("b", "a")]


def test_jax_rows_split_the_compilation() -> None:
    import jax

    x = np.arange(8, dtype=np.float32)
    double = jax.jit(lambda x: 2 * x)
    variants = {"numpy": numpy(lambda x: 2 * x, x), "jit": jitted(double, x), "eager": eager(double, x)}
    timings = last(compare("split", variants, reference=2.0 * x, budget_s=0.05))
    check_complete(timings)
    split = next(row.compile for row in timings.rows if row.variant == "jit")
    assert split
    assert min(split.trace_s, split.lower_s, split.compile_s, split.first_run_s) > 0
    assert {row.variant: row.throughput is not None for row in timings.rows} == {
        "numpy": False,
        "jit": True,
        "eager": True,
    }
    assert all(row.max_rel_error == 0 for row in timings.rows)


def test_a_fast_wrong_answer_is_an_error_that_names_it() -> None:
    wrong = {"right": lasting(1e-4), "wrong": lasting(0, ONES + 0.01)}
    with pytest.raises(Disagreement, match=r"wrong is off by 0\.01 .* allowed"):
        last(compare("wrong", wrong, reference=ONES))


def test_unlike_dtypes_are_refused() -> None:
    unlike = {"single": lasting(0), "double": lasting(0, ONES.astype(np.float64))}
    with pytest.raises(Disagreement, match="single in float32, double in float64"):
        last(compare("unlike", unlike, reference=ONES))


def test_a_time_above_the_roof_fails() -> None:
    """A variant that returns what it has, as one that does not wait: ten megabytes in under a microsecond."""
    with pytest.raises(AboveRoof, match="wait for the result"):
        last(
            compare(
                "too fast",
                {"cached": lasting(0)},
                reference=ONES,
                work=Work(flops=0, bytes=1e7),
                budget_s=0.05,
            )
        )


def test_a_result_on_another_device_is_an_error() -> None:
    elsewhere = replace(lasting(1e-4), device="gpu")
    with pytest.raises(Misplaced, match="only left its result on cpu, asked for was gpu"):
        last(compare("misplaced", {"only": elsewhere}, reference=ONES))
