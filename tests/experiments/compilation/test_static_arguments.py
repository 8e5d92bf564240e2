import pytest

from experiments.compilation.static_arguments import StaticArgumentsParams, static_arguments
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(static_arguments(StaticArgumentsParams(steps=5)))


def test_branches_on_a_static_value_give_8_and_4_with_a_trace_each(results: Results) -> None:
    rows = {str(row[0]): row[1:] for row in results.table("static values").rows}
    assert rows == {
        "placed(2.0)": ["8.0", 1, 1],
        "placed(-2.0)": ["4.0", 2, 2],
        "placed(2.0), again": ["8.0", 2, 2],
        "named(x=2.0)": ["8.0", 3, 3],
        "named(x=-2.0)": ["4.0", 4, 4],
    }


def test_a_static_step_number_compiles_at_every_step(results: Results) -> None:
    first, others = results.table("a step number").rows
    assert first == ["placed(0)", "0", 1, 1]
    assert others == ["placed(step), 5 steps", "125", 6, 6]


def test_a_second_run_counts_from_the_start(results: Results) -> None:
    again = Results(static_arguments(StaticArgumentsParams(steps=5)))
    for label in ("static values", "a step number"):
        assert again.table(label).rows == results.table(label).rows
