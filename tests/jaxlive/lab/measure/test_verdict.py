import json
from typing import Any

import pytest

from jaxlive.lab.declare.blocks import Ratio
from jaxlive.lab.measure.verdict import in_words, verdict
from tests.jaxlive.lab.measure.variants import a_row
from tests.running import ROOT

TABLE = json.loads((ROOT / "tests" / "winners.json").read_text())
"""What the deck's headline says of the same ratios is in it too."""


@pytest.mark.parametrize("case", TABLE, ids=lambda case: case["says"])
def test_a_ratio_in_words(case: dict[str, Any]) -> None:
    assert in_words(Ratio.model_validate(case["ratio"])) == case["sentence"]


def test_the_first_ratio_is_said() -> None:
    ratios = [Ratio.model_validate(case["ratio"]) for case in TABLE]
    assert verdict([], ratios) == TABLE[0]["sentence"]


def test_without_a_ratio_the_times_are_said() -> None:
    assert verdict([a_row([2e-3] * 6), a_row([3e-3] * 6)], []) == "numpy takes 2 ms. numpy takes 3 ms."
