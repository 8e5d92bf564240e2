"""Which changes of slides are measured, and what is said of them."""

from benchmarks.slide_change import pairs, report
from jaxlive.cli.slides import Card, Deck, Slide

JIT, GRAD = Card(name="jit"), Card(name="grad")


def slide(title: str, *cards: Card, appendix: bool = False) -> Slide:
    return Slide(
        title=title, page="page.md", line=1, note="", appendix=appendix,
        cards=[*cards], sweeps=[], claims=[],
    )  # fmt: skip


def test_pairs_are_neighbours_with_results_in_the_talk_not_in_its_appendix() -> None:
    talk = [slide("Cover"), slide("One", JIT), slide("Two", GRAD), slide("Three", JIT), slide("Break")]
    appendix = [slide(title, JIT, appendix=True) for title in ("More", "Much more")]
    assert pairs(Deck(title="A talk", slides=talk + appendix)) == [2, 3]


def test_the_ratio_is_that_of_the_medians_over_all_pairs() -> None:
    rows, kept = report({7: [(0.02, 0.02)] * 3, 9: [(0.03, 0.02), (0.05, 0.02)]})
    assert kept == "slide change: kept (1.00 of 1.3 times an empty deck's, 2.00 the slowest pair)"
    assert rows[2].startswith("| the slowest of these pairs, slides 9 and 10 | 2 | 40 |")
    assert report({9: [(0.03, 0.02)]})[1].startswith("slide change: missed (1.50 of 1.3 times")
