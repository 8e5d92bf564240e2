"""The appendix is found by its questions, and from the slides of the talk that rest on it."""

from collections import Counter

from jaxlive.cli.slides import written

DECK = written()
REFERENCE = [slide for slide in DECK.slides if slide.question]


def test_every_card_of_the_appendix_answers_a_question() -> None:
    without = [slide.title for slide in DECK.slides if slide.appendix and slide.runs and not slide.question]
    assert without == []


def test_a_question_is_short_and_leads_to_one_slide() -> None:
    for slide in REFERENCE:
        assert slide.alias, slide.title
        assert slide.question.endswith("?"), slide.question
        assert len(slide.question) <= 60, slide.question
    for word in ("alias", "question"):
        counted = Counter(getattr(slide, word) for slide in REFERENCE)
        assert [name for name, count in counted.items() if count > 1] == []


def test_what_lies_behind_a_slide_of_the_talk_exists() -> None:
    aliases = {slide.alias for slide in DECK.slides}
    named = {alias for slide in DECK.slides for alias in slide.behind}
    assert named
    assert named <= aliases
