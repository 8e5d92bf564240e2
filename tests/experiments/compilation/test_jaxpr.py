import pytest

from experiments.compilation.jaxpr import JaxprParams, jaxpr
from tests.experiments.running import Results, check_mapped


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(jaxpr(JaxprParams()))


def test_the_text(results: Results) -> None:
    assert [line.strip() for line in results.printed("jaxpr").lines] == [
        "{ lambda ; a:f32[3] b:f32[3]. let",
        "c:f32[3] = integer_pow[y=2] a",
        "d:f32[3] = mul 2.0:f32[] c",
        "e:f32[3] = add d b",
        "in (e,) }",
    ]


def test_the_value(results: Results) -> None:
    assert results.values("value") == {"f": [10, 33, 20]}


def test_the_source_lost_the_addition(results: Results) -> None:
    rows = results.table("equations").rows
    assert rows == [["c:f32[3]", "integer_pow", True], ["d:f32[3]", "mul", True], ["e:f32[3]", "add", False]]
    assert results.notes == [
        "The source’s slide lost the line of add: it returns “in (e,)”, and e is defined nowhere."
    ]


def test_the_program_has_the_same_equations(results: Results) -> None:
    stages = results.stages("f")
    check_mapped(stages["jaxpr"], least=1)
    assert stages["jaxpr"].count == 3
