from experiments.lab.blocks import Ratio
from experiments.lab.verdict import in_words, verdict
from tests.experiments.lab.variants import a_row


def test_a_winner_is_so_many_times_as_fast() -> None:
    ratio = Ratio(of="eager", over="jit", median=2.62, ci95=(2.5, 2.71), winner="jit")
    assert in_words(ratio) == "jit is 2.6 times as fast as eager (95 % interval 2.5 to 2.7)."


def test_the_sentence_turns_around_when_the_other_one_wins() -> None:
    ratio = Ratio(of="numpy", over="jit", median=0.25, ci95=(0.2, 0.5), winner="numpy")
    assert in_words(ratio) == "numpy is 4.0 times as fast as jit (95 % interval 2.0 to 5.0)."


def test_without_a_winner_it_says_not_faster() -> None:
    ratio = Ratio(of="numpy", over="jit", median=1.01, ci95=(0.97, 1.04))
    assert in_words(ratio) == "jit is not faster than numpy: 1.01 times (95 % interval 0.97 to 1.04)."


def test_the_first_ratio_is_said() -> None:
    ratio = Ratio(of="eager", over="jit", median=250, ci95=(200, 300), winner="jit")
    assert verdict([], [ratio]) == "jit is 250 times as fast as eager (95 % interval 200 to 300)."


def test_without_a_ratio_the_times_are_said() -> None:
    assert verdict([a_row([2e-3] * 6), a_row([3e-3] * 6)], []) == "numpy takes 2 ms. numpy takes 3 ms."
