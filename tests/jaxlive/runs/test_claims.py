"""Claims in prose: how the deck writes them, and what they say of a run."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from jaxlive.lab.declare.blocks import Block, Values
from jaxlive.runs.claims import Bound, Claim, broken, interval, measured, undecided
from tests.running import ROOT

TABLE = json.loads((ROOT / "tests" / "claims.json").read_text())
BLOCKS = TypeAdapter(list[Block]).validate_python(TABLE["blocks"])


@pytest.mark.parametrize(("metric", "number"), TABLE["metrics"])
def test_a_metric_finds_its_number(metric: str, number: float | None) -> None:
    assert measured(BLOCKS, metric) == number


@pytest.mark.parametrize(("metric", "whether"), TABLE["undecided"])
def test_a_ratio_that_the_run_cannot_tell(metric: str, whether: bool) -> None:
    assert undecided(BLOCKS, metric) == whether


@pytest.mark.parametrize(("number", "bounds", "holds"), TABLE["bounds"])
def test_bounds(number: float, bounds: dict[Bound, float], holds: bool) -> None:
    item: dict[str, Any] = {"name": "x", "dtype": "float32", "shape": [], "text": "", "data": number}
    block = Values.model_validate({"label": "values", "items": [item]})
    assert (broken(Claim(of="any", metric="values.x", bounds=bounds), [block]) is None) == holds


def test_a_claim_that_does_not_hold_says_why() -> None:
    def said(metric: str, bounds: dict[Bound, float]) -> str | None:
        return broken(Claim(of="jit", metric=metric, bounds=bounds), BLOCKS)

    assert said("ratios.eager/jit", {"at-least": 100}) == (
        "claim: ratios.eager/jit is 4, the slide says at least 100"
    )
    assert said("values.second", {"equals": 1234567}) == (
        "claim: values.second is 12, the slide says exactly 1234567"
    )
    assert said("ratios.torch/jit", {"at-least": 2}) == ("claim: the run leaves ratios.torch/jit undecided")
    assert said("ratios.torch/jit", {}) is None
    assert said("values.absent", {}) == "claim: the run has no values.absent"
    with pytest.raises(ValidationError, match="atleast"):
        Claim.model_validate({"of": "jit", "metric": "ratios.eager/jit", "bounds": {"atleast": 1}})


@pytest.mark.parametrize(
    ("metric", "ends"),
    [
        ("ratios.eager/jit", (3, 5)),
        ("ratios.jit/eager", (1 / 5, 1 / 3)),
        ("ratios.torch/numpy", None),
        ("values.second", None),
    ],
)
def test_a_ratio_has_an_interval(metric: str, ends: tuple[float, float] | None) -> None:
    assert interval(BLOCKS, metric) == ends
