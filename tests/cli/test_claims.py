"""Claims in prose: how the deck writes them, and what they say of a run."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from cli.claims import Claim, broken, claims, measured
from experiments.lab.blocks import Block, Values
from tests.running import ROOT

TABLE = json.loads((ROOT / "tests" / "claims.json").read_text())
BLOCKS = TypeAdapter(list[Block]).validate_python(TABLE["blocks"])


def test_claims_are_read_from_a_page() -> None:
    page = """So <Claim of="jit" metric="ratios.eager/jit" at-least="1.5" /> as fast, and
    <Claim of="grad" metric="values.second" equals="12"/>, <Claim
    of="grad" metric="values.first" />."""
    assert claims(page) == [
        Claim("jit", "ratios.eager/jit", {"at-least": 1.5}),
        Claim("grad", "values.second", {"equals": 12.0}),
        Claim("grad", "values.first", {}),
    ]


@pytest.mark.parametrize(("metric", "number"), TABLE["metrics"])
def test_a_metric_finds_its_number(metric: str, number: float | None) -> None:
    assert measured(BLOCKS, metric) == number


@pytest.mark.parametrize(("number", "bounds", "holds"), TABLE["bounds"])
def test_bounds(number: float, bounds: dict[str, float], holds: bool) -> None:
    item: dict[str, Any] = {"name": "x", "dtype": "float32", "shape": [], "text": "", "data": number}
    block = Values.model_validate({"label": "values", "items": [item]})
    assert (broken(Claim("any", "values.x", bounds), [block]) is None) == holds


def test_a_claim_that_does_not_hold_says_why() -> None:
    assert broken(Claim("jit", "ratios.eager/jit", {"at-least": 100}), BLOCKS) == (
        "claim: ratios.eager/jit is 4, at least 100 was claimed"
    )
    assert broken(Claim("jit", "values.absent", {}), BLOCKS) == "claim: the run has no values.absent"
    with pytest.raises(ValueError, match="not 'atleast'"):
        broken(Claim("jit", "ratios.eager/jit", {"atleast": 1}), BLOCKS)
