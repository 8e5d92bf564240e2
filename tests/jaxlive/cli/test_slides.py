"""The deck is read as Slidev and Vue read it."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

from jaxlive.cli.slides import Card, Sweep, Unreadable, built, written
from jaxlive.lab.declare.blocks import AnyBlock, Note, Table
from jaxlive.runs.claims import Claim
from jaxlive.runs.predictions import Question
from tests.running import ROOT

SLIDES = ROOT / "slides"
DRAWING = """<script setup>import Experiment from './Experiment.vue'</script>
<template>
  <Experiment name="jit" show="program"><template #default="{ run }"><b /></template></Experiment>
</template>
"""


def deck_of(folder: Path, **pages: str) -> Path:
    """A deck with these files; the first is its entry."""
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(dedent(text))
    return folder / f"{next(iter(pages))}.md"


def test_slides_come_from_front_matter_and_includes(tmp_path: Path) -> None:
    deck = written(deck_of(
        tmp_path,
        slides="""\
            ---
            title: A talk
            ---
            # Cover

            ---
            src: ./page.md#1,3
            ---

            ---
            hide: true
            ---
            # Not shown
            """,
        page="""\
            # One
            ```md
            # No slide
            <Experiment name="nope" />
            ```
            and `<Experiment name="nope" />`
            <!-- <Experiment name="nope" /> -->
            text
            <!--
            # No slide either
            -->

            ---

            # Left out

            ---

            # Three
            """,
    ))  # fmt: skip
    assert deck.title == "A talk"
    assert [(one.title, one.page, one.line) for one in deck.slides] == [
        ("A talk", "slides.md", 4), ("One", "page.md", 1), ("Three", "page.md", 18),
    ]  # fmt: skip
    assert deck.slides[1].note == "# No slide either"
    assert deck.runs == []


def test_the_appendix_begins_where_a_slide_says_so(tmp_path: Path) -> None:
    text = "# One\n\n---\n\n# Two\n\n---\nappendix: true\n---\n\n# More\n\n---\n\n# Much more\n"
    deck = written(deck_of(tmp_path, slides=text))
    assert [slide.title for slide in deck.talk] == ["One", "Two"]
    assert [slide.appendix for slide in deck.slides] == [False, False, True, True]
    short = written(SLIDES / "short.md")
    assert short.talk == short.slides


def test_tags_are_read_in_any_order_and_over_lines(tmp_path: Path) -> None:
    (slide,) = written(deck_of(
        tmp_path,
        slides="""\
            # All
            <Experiment show="one" :params="{ trap: 'closure', 'n': -1e3, on: true }" name="traps" />

            <experiment
              name="scipy"
              :show="['one RMSE', 'timings']"
              class="wide">
              <template #default="{ run }"><b /></template>
            </experiment>

            <Sweep :values="[10, 1e3]" name="jit" over="array_length" />

            So <Claim of="jit" metric="ratios.eager/jit" at-least="1.5" /> as fast where a < b, and <Claim
            of="grad" metric="values.second" :equals="12" atMost="13"/>.

            <Predict of="grad" metric="values.x" kind="choice" ask="Which?"
              :choices="['a', 'b']" :edges="[1.5]" />
            """,
    )).slides  # fmt: skip
    pinned = {"trap": "closure", "n": -1000, "on": True}
    assert slide.cards == [
        Card(name="traps", pinned=pinned, show=["one"]),
        Card(name="scipy", show=["one RMSE", "timings"], drawn=True),
    ]
    assert slide.sweeps == [Sweep(name="jit", over="array_length", values=[10, 1000])]
    swept = [Card(name="jit", pinned={"array_length": size}, show=["timings"]) for size in (10, 1000)]
    assert slide.runs == [*slide.cards, *swept]
    assert slide.claims == [
        Claim(of="jit", metric="ratios.eager/jit", bounds={"at-least": 1.5}),
        Claim(of="grad", metric="values.second", bounds={"equals": 12, "at-most": 13}),
        Claim(of="grad", metric="values.x"),
    ]
    asked = {"of": "grad", "metric": "values.x", "kind": "choice", "ask": "Which?"}
    assert slide.predictions == [Question.model_validate({**asked, "choices": ["a", "b"], "edges": [1.5]})]


def test_a_drawing_shows_what_its_component_says(tmp_path: Path) -> None:
    (tmp_path / "components").mkdir()
    (tmp_path / "components" / "Drawn.vue").write_text(DRAWING)
    deck = written(deck_of(tmp_path, slides="# A drawing\n\n<Drawn />\n"))
    assert deck.runs == [Card(name="jit", show=["program"], drawn=True)]


@pytest.mark.parametrize(
    ("tag", "complaint"),
    [
        ('<Claim of="jit" metric="values.x" atleast="1" />', "slides.md:1: <Claim> has no atleast: "),
        ('<Experiment :name="run()" />', "got run(): expected a literal"),
        ('<Sweep name="jit" over="n" :values="[...all]" />', "got [...all]: expected a literal"),
        ('<Experiment show="timings" />', "cards.0.name"),
        ('<Claim of="jit" metric="values.x" at-least="much" />', "claims.0.bounds.at-least"),
        ('<Predict of="jit" metric="values.x" kind="number" ask="?" low="2" high="1" />', "low < high"),
        ("---\nsrc: ./absent.md\n---", "absent.md"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_place(tmp_path: Path, tag: str, complaint: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(complaint)):
        written(deck_of(tmp_path, slides=tag))


def test_without_node_or_a_built_deck_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Unreadable, match=r"deck\.json is missing: run make deck"):
        built(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Unreadable, match="install Node"):
        written(tmp_path / "slides.md")


def test_a_note_is_shown_with_the_block_before_it() -> None:
    table = Table(label="the_ladder", columns=[], rows=[])
    blocks: list[AnyBlock] = [table, Note(text="So it is.")]
    assert Card(name="any", show=["table", "the ladder"]).missing(blocks) == []
    assert Card(name="any", show=["note", "values"]).missing(blocks) == ["note", "values"]
    assert Card(name="any").missing(blocks) == []


def test_the_talk_shows_its_drawings() -> None:
    drawn = [card.name for card in written().runs if card.drawn]
    assert drawn == ["jit", "composition", "three-ways"]


def test_the_short_talk_shows_a_choice_of_the_cards() -> None:
    short, whole = written(SLIDES / "short.md").runs, written().runs
    assert 10 < len(short) < len(whole) / 2
    assert {card.key for card in short} < {card.key for card in whole}


def test_no_tag_of_the_talk_is_overlooked() -> None:
    text = "".join(page.read_text() for page in (SLIDES / "pages").rglob("*.md"))
    slides = written().slides
    cards = [card for slide in slides for card in slide.cards if not card.drawn]
    assert len(cards) == text.count("<Experiment ")
    assert sum(len(slide.sweeps) for slide in slides) == text.count("<Sweep ")
    assert sum(len(slide.predictions) for slide in slides) == text.count("<Predict ")
    assert sum(len(slide.claims) for slide in slides) == text.count("<Claim ") + text.count("<Predict ")
