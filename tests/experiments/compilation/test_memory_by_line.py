"""The peak of a gradient, line by line."""

import re

import pytest

from experiments.compilation.memory_by_line import HIDDEN, MemoryByLineParams, memory_by_line
from jaxlive import Cell
from jaxlive.lab.programs import xla
from tests.experiments.running import Results


def peak(batch: int) -> list[list[Cell]]:
    return Results(memory_by_line(MemoryByLineParams(batch=batch))).table("at the peak").rows


def test_the_line_of_the_hidden_layer_takes_most() -> None:
    batch = 1000
    rows = peak(batch)
    assert rows[0][1] == "hidden = jnp.tanh(x @ into)"
    assert float(rows[0][2] or 0) >= 4 * batch * HIDDEN / 1000
    assert sum(float(row[3] or 0) for row in rows) == pytest.approx(1)
    assert any(row[:2] == [None, "arguments"] for row in rows)


def test_a_batch_twice_as_large_takes_twice_as_much() -> None:
    small, large = (float(peak(batch)[0][2] or 0) for batch in (1000, 2000))
    assert large == pytest.approx(2 * small, rel=0.01)


def test_a_version_that_does_not_tell_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xla, "PEAK", re.compile("none"))
    results = Results(memory_by_line(MemoryByLineParams(batch=64)))
    assert "doesn't tell what lives at the peak" in results.notes[0]
