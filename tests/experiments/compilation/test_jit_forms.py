import jax
import pytest

from experiments.compilation.jit_forms import JitFormsParams, jit_forms, matrices, sse
from tests.experiments.running import Results, check_complete, check_mapped, check_work


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(jit_forms(JitFormsParams()))


def test_four_forms_give_one_value(results: Results) -> None:
    forms = results.values("four forms")
    assert list(forms) == ["plain", "wrapped", "inline", "decorated"]
    assert list(forms.values()) == pytest.approx([501519.3] * 4, abs=0.1)
    assert len({round(value, 1) for value in forms.values()}) == 1


def test_the_number_depends_on_the_layout_of_keys(results: Results) -> None:
    rows = {row[0]: float(str(row[1])) for row in results.table("which number").rows}
    assert rows == pytest.approx(
        {
            "default key layout": 501519.3,
            "key layout before": 501506.9,
            "Burle’s page": 502084.75,
            "expected": 2 * 500 * 500,
        },
        abs=0.1,
    )


def test_all_numbers_are_near_the_expected_one(results: Results) -> None:
    off = [float(str(row[2])) for row in results.table("which number").rows]
    assert off == [1.07, 1.07, 1.47, 0]
    assert results.notes[0].startswith("3 numbers for one seed, within 1.5 deviations of 500,000")


def test_the_layout_of_keys_is_put_back() -> None:
    before = jax.config.jax_threefry_partitionable  # type: ignore[attr-defined]
    shown = Results(jit_forms(JitFormsParams(size=10)))
    assert jax.config.jax_threefry_partitionable == before  # type: ignore[attr-defined]
    assert "Burle’s page" not in {row[0] for row in shown.table("which number").rows}


def test_plain_and_wrapped_are_timed(results: Results) -> None:
    timings = results.timings("sse of 500 by 500")
    check_complete(timings)
    assert [row.mode for row in timings.rows] == ["eager", "jit"]


def test_the_work_is_that_of_sse(results: Results) -> None:
    check_work(results.timings("sse of 500 by 500"), sse, *matrices(500))


def test_python_becomes_a_jaxpr_and_machine_code(results: Results) -> None:
    stages = results.stages("sse")
    assert list(stages) == ["python", "jaxpr", "stablehlo", "hlo"]
    check_mapped(stages["jaxpr"], least=1)
    assert stages["jaxpr"].count == 3


def test_memory_is_asked_for_by_formula() -> None:
    assert JitFormsParams(size=1000).bytes_needed() == 64_000_000
