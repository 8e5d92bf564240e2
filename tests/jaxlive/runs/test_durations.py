from datetime import UTC, datetime, timedelta

from jaxlive.lab.declare.experiment import experiments
from jaxlive.runs.durations import REMEMBERED, Durations
from jaxlive.runs.models import Run


def a_run(seconds: float | None = None, started_s_ago: float | None = None) -> Run:
    now = datetime.now(UTC)
    run = Run(id="r", experiment="grad", params={}, status="queued", created_at=now)
    if seconds is not None:
        run.status, run.started_at, run.finished_at = "done", now, now + timedelta(seconds=seconds)
    if started_s_ago is not None:
        run.status, run.started_at = "running", now - timedelta(seconds=started_s_ago)
    return run


def test_before_the_first_run_counts_what_the_experiment_says() -> None:
    durations, grad = Durations(), experiments()["grad"]
    durations.declare(grad)
    assert durations.left([a_run(), a_run()]) == 2 * grad.typical_seconds


def test_then_the_median_of_the_last_ones() -> None:
    durations = Durations()
    for seconds in [100, 100, *[3, 1, 2, 50, 2]]:
        durations.remember(a_run(seconds))
    assert REMEMBERED == 5
    assert durations.left([a_run()]) == 2


def test_a_running_one_counts_with_what_is_left_of_it() -> None:
    durations = Durations()
    durations.remember(a_run(10))
    assert 5 < durations.left([a_run(started_s_ago=4)]) <= 6
    assert durations.left([a_run(started_s_ago=40)]) == 0
