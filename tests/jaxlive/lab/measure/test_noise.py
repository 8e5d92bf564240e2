from jaxlive.lab.declare.blocks import Control, Ratio
from jaxlive.lab.measure.noise import flags
from tests.jaxlive.lab.measure.variants import a_row

EVEN = a_row([1.0, 1.01] * 15)
QUIET = Control(ratio=1, ci95=(0.99, 1.01), resolution=1.01, drift=1, drift_ci95=(0.99, 1.01), noisy=False)
UNDECIDED = Ratio(
    of="eager", over="jit", median=1.1, ci95=(0.9, 1.3), resolution=1.234, outcome="undecided", winner=None
)


def test_a_quiet_run_has_no_flag() -> None:
    assert flags([EVEN], [], QUIET, 0.3, 0.0) == []


def test_a_coarse_run_that_carries_its_headline_has_no_flag() -> None:
    decided = UNDECIDED.model_copy(update={"outcome": "faster", "winner": "jit"})
    assert flags([EVEN], [decided], QUIET.model_copy(update={"resolution": 1.2}), 0.3, 0.0) == []


def test_an_undecided_headline_says_how_coarse_the_run_was() -> None:
    (said,) = flags([EVEN], [UNDECIDED], QUIET.model_copy(update={"noisy": True}), 0.3, 0.0)
    assert said == "Too noisy to tell eager from jit: this run only sees differences above 24 %."


def test_a_fine_run_may_be_too_close_to_call() -> None:
    close = UNDECIDED.model_copy(update={"ci95": (1.04, 1.12), "resolution": 1.01})
    (said,) = flags([EVEN], [close], QUIET.model_copy(update={"noisy": True}), 0.3, 0.0)
    assert said == "Too close to call: eager takes 1.04 to 1.12 times as long as jit."


def test_a_drift_is_said() -> None:
    drifted = QUIET.model_copy(update={"drift": 1.2, "drift_ci95": (1.1, 1.3)})
    (said,) = flags([EVEN], [], drifted, 0.3, 0.0)
    assert said.startswith(
        "The machine changed its speed: late rounds took 1.20 times as long as early ones."
    )


def test_a_host_that_gives_its_processors_to_others_is_said() -> None:
    (said,) = flags([EVEN], [], QUIET, 0.3, 0.07)
    assert said == "Other machines on this host took 7% of the processor time."


def test_a_wide_spread_is_said() -> None:
    (said,) = flags([a_row([1.0, 1.2] * 15)], [], QUIET, 0.3, 0.0)
    assert said == "numpy: half of the samples spread over 18% of the median."


def test_many_outliers_are_said() -> None:
    (said,) = flags([a_row([1.0, 1.01] * 13 + [2.0, 2.0, 1.03, 1.03])], [], QUIET, 0.3, 0.0)
    assert said == "numpy: 4 of 30 samples are outliers, 2 severe."


def test_a_busy_machine_is_said() -> None:
    (said,) = flags([EVEN], [], QUIET, 1000, 0.0)
    assert said.startswith("The machine was busy: 1000.0 processes wanted its ")
