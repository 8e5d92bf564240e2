import pytest

from experiments.frameworks.start_up import STARTS, StartUpParams, start_up, started
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(start_up(StartUpParams(budget=0.0)))


def test_each_package_is_imported_once_at_least(results: Results) -> None:
    rows = results.table("seconds in a fresh Python").rows
    assert [row[0] for row in rows] == list(STARTS)
    assert [row[3] for row in rows] == [1] * len(STARTS)
    assert all(isinstance(row[1], float) and row[1] > 0 for row in rows)


def test_a_first_result_comes_after_the_import(results: Results) -> None:
    for package, imported, result, _ in results.table("seconds in a fresh Python").rows:
        assert (result is None) == (STARTS[str(package)] == "")
        assert result is None or float(result) >= float(str(imported))


def test_the_experiments_load_without_torch_and_flax(results: Results) -> None:
    assert results.notes[0].endswith("without torch or flax.")


def test_the_clock_sees_what_an_import_costs() -> None:
    (imported, first), modules = started("time; time.sleep(0.2)", "time.sleep(0.1)")
    assert imported >= 0.2
    assert first >= 0.3
    assert "time" in modules
    assert "jax" not in modules
