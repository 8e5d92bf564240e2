from jaxlive.lab.declare.blocks import Outcome, Ratio
from jaxlive.lab.measure.verdict import in_words, verdict
from tests.jaxlive.lab.measure.variants import a_row


def a_ratio(of: str, over: str, median: float, ci95: tuple[float, float], winner: str | None) -> Ratio:
    outcome: Outcome = "faster" if winner else "alike"
    return Ratio(of=of, over=over, median=median, ci95=ci95, resolution=1.02, outcome=outcome, winner=winner)


def test_a_winner_is_so_many_times_as_fast() -> None:
    ratio = a_ratio("eager", "jit", 2.62, (2.5, 2.71), "jit")
    assert in_words(ratio) == "jit is 2.6 times as fast as eager (95 % interval 2.5 to 2.7)."


def test_the_sentence_turns_around_when_the_other_one_wins() -> None:
    ratio = a_ratio("numpy", "jit", 0.25, (0.2, 0.5), "numpy")
    assert in_words(ratio) == "numpy is 4.0 times as fast as jit (95 % interval 2.0 to 5.0)."


def test_without_a_winner_it_says_not_faster() -> None:
    ratio = a_ratio("numpy", "jit", 1.01, (0.97, 1.04), None)
    assert in_words(ratio) == "jit is not faster than numpy: 1.01 times (95 % interval 0.97 to 1.04)."


def test_a_run_that_cannot_tell_says_so() -> None:
    undecided = a_ratio("numpy", "jit", 2.2, (0.9, 2.9), None)
    ratio = undecided.model_copy(update={"outcome": "undecided", "resolution": 2.89})
    assert in_words(ratio) == "This run can't tell jit from numpy: 2.2 times (95 % interval 0.90 to 2.9)."


def test_the_first_ratio_is_said() -> None:
    ratio = a_ratio("eager", "jit", 250, (200, 300), "jit")
    assert verdict([], [ratio]) == "jit is 250 times as fast as eager (95 % interval 200 to 300)."


def test_without_a_ratio_the_times_are_said() -> None:
    assert verdict([a_row([2e-3] * 6), a_row([3e-3] * 6)], []) == "numpy takes 2 ms. numpy takes 3 ms."
