"""XLA's passes over small functions: which ran, what they changed, and which line of Python that was."""

import re
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlive.lab.declare.blocks import Passes, Stage
from jaxlive.lab.programs import xla
from jaxlive.lab.programs.passes import difference, passes, steps
from jaxlive.lab.programs.xla import Dump

X = np.ones(1000, np.float32)


def formula(x: Any) -> Any:
    y = 0.2 * x
    y = y + jnp.sin(x)
    return y + jnp.cos(2 * x)


def block() -> Passes:
    (made,) = passes(jax.jit(formula), X)
    return made


def module(*rows: str, header: str = "HloModule m") -> Stage:
    """A text of HLO whose instructions come from lines 1, 2 and so on."""
    lines = [None, *range(1, len(rows) + 1)]
    return Stage(name="hlo", text="\n".join([header, *rows]), lines=lines, count=len(rows))


def test_of_a_hundred_passes_fusion_alone_changes_a_chain_and_maps_to_its_lines() -> None:
    made = block()
    assert made.label == "formula"
    assert len(made.passes) > 100
    changing = [one for one in made.passes if one.change]
    assert "fusion" in [one.name for one in changing]
    fusion = next(one for one in changing if one.name == "fusion")
    assert fusion.fusions == 1
    assert fusion.change
    text = fusion.change.text.splitlines()
    assert len(text) == len(fusion.change.lines)
    assert {line[0] for line in text} <= set(" +-@")
    removed = {line for row, line in zip(text, fusion.change.lines, strict=True) if row.startswith("-")}
    python = {line for line in made.python.lines if line}
    assert removed - {None} <= python
    assert len(removed - {None}) >= 2


def test_the_last_text_is_that_of_the_first_with_all_changes() -> None:
    made = block()
    assert made.first
    assert made.last
    assert made.first.fusions == []
    assert len(made.last.fusions) == 1
    assert made.last.count == made.passes[-1].instructions
    assert made.compile_s
    assert made.plain_s


def test_options_that_this_version_lacks_are_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xla, "DUMP_TO", "xla_dump_nowhere")
    made = block()
    assert made.passes == []
    assert (made.first, made.last, made.compile_s) == (None, None, None)
    assert "xla_dump_nowhere" in (made.remark or "")


def test_files_that_this_version_names_otherwise_are_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(xla, "PASS", re.compile("none"))
    made = block()
    assert made.passes == []
    assert "wrote no text after any pass" in (made.remark or "")


def test_a_difference_has_lines_of_both_texts_and_their_surroundings() -> None:
    old, new = module("a", "b", "c", "d", "e", "f"), module("a", "b", "c", "d", "e", "g", "h")
    change = difference(old, new)
    assert change
    assert change.text.splitlines() == ["@@ -4,4 +4,5 @@", " c", " d", " e", "-f", "+g", "+h"]
    assert change.lines == [None, 3, 4, 5, 6, 6, 7]


def test_the_first_line_does_not_count() -> None:
    assert difference(module("a"), module("a", header="HloModule m, is_scheduled=true")) is None


def test_what_no_pass_changed_was_the_scheduler_or_stands_between_pipelines() -> None:
    texts = [
        (Dump("first", None, ""), module("a", "b")),
        (Dump("first", "dce", ""), module("a", "b")),
        (Dump("second", None, ""), module("b", "a", header="HloModule m, is_scheduled=true")),
        (Dump("third", None, ""), module("b", header="HloModule m, is_scheduled=true")),
        (Dump("fourth", None, ""), module("b", header="HloModule m, is_scheduled=true")),
    ]
    made = list(steps(texts))
    assert [(one.pipeline, one.name) for one in made] == [
        ("first", "dce"),
        ("second", "scheduling"),
        ("third", "between pipelines"),
    ]
    assert [one.change is None for one in made] == [True, False, False]
