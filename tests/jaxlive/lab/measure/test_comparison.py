from collections.abc import Iterator

import numpy as np
import pytest

from jaxlive import Note, Output, compare
from jaxlive import numpy as by_numpy
from jaxlive.lab.measure.comparison import first_comparison


def test_the_calls_of_the_first_comparison_are_told_and_not_timed() -> None:
    data = np.arange(3.0)

    def run() -> Iterator[Output]:
        yield Note(text="before")
        yield from compare("sums", {"sum": by_numpy(np.sum, data)}, reference=data.sum())
        raise AssertionError("the run goes on")

    calls = first_comparison(run())
    assert {name: call() for name, call in calls.items()} == {"sum": 3.0}


def test_a_run_that_compares_nothing_is_named() -> None:
    with pytest.raises(ValueError, match="compares nothing"):
        first_comparison([Note(text="all")])
