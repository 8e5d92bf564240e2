import pytest

from experiments.lab.blocks import Control
from experiments.lab.noise import flags
from tests.experiments.lab.variants import a_row

QUIET = Control(ratio=1, ci95=(0.99, 1.01), drift=1, drift_ci95=(0.99, 1.01), noisy=False)
EVEN = a_row([1.0, 1.01] * 15)


def test_a_quiet_run_has_no_flag() -> None:
    assert flags([EVEN], QUIET, 30, load_average=0.3) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ci95": (0.9, 1.2)}, "Noisy: a variant against itself came out between 0.90 and 1.20."),
        (
            {"drift": 1.2, "drift_ci95": (1.1, 1.3)},
            "Noisy: late rounds took 1.20 times as long as early ones.",
        ),
    ],
)
def test_a_noisy_control_says_why(change: dict[str, object], said: str) -> None:
    noisy = QUIET.model_copy(update={**change, "noisy": True})
    assert flags([EVEN], noisy, 30, load_average=0.3) == [said]


def test_few_rounds_are_said() -> None:
    assert flags([EVEN], QUIET, 6, load_average=0.3) == ["Calls are slow: only 6 rounds."]


def test_a_wide_spread_is_said() -> None:
    (said,) = flags([a_row([1.0, 1.2] * 15)], QUIET, 30, load_average=0.3)
    assert said == "numpy: half of the samples spread over 18% of the median."


def test_many_outliers_are_said() -> None:
    (said,) = flags([a_row([1.0, 1.01] * 13 + [2.0, 2.0, 1.03, 1.03])], QUIET, 30, load_average=0.3)
    assert said == "numpy: 4 of 30 samples are outliers, 2 severe."


def test_a_busy_machine_is_said() -> None:
    (said,) = flags([EVEN], QUIET, 30, load_average=1000)
    assert said.startswith("The machine was busy: 1000.0 processes wanted its ")
