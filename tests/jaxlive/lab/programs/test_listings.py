from hypothesis import given
from hypothesis import strategies as st

from jaxlive.lab.programs.listings import Origin, inherited, is_instruction, served

HERE = Origin("/talk/f.py", callers=frozenset({90}))


def test_the_innermost_frame_of_the_file_counts() -> None:
    assert HERE.line([("/lib/g.py", 3), ("/talk/f.py", 7), ("/talk/f.py", 20)]) == 7


def test_lines_that_only_lead_to_the_function_do_not_count() -> None:
    assert HERE.line([("/lib/g.py", 3), ("/talk/f.py", 90)]) is None


def test_gaps_are_filled_from_the_parents() -> None:
    assert inherited([None, 7, None, None], [2, None, 1, None]) == [7, 7, 7, None]


@given(st.lists(st.integers(0, 5), min_size=6, max_size=6))
def test_parents_in_a_circle_end(parents: list[int]) -> None:
    assert inherited([None] * 6, parents) == [None] * 6


def test_a_value_serves_its_next_use_and_a_function_its_first_call() -> None:
    text = [
        "%helper {",
        "  %a = parameter(0)",
        "  %b = constant(2)",
        "  ROOT %c = multiply(%a, %b)",
        "}",
        "",
        "ENTRY %main {",
        "  %b = parameter(0)",
        "  %d = call(%b), to_apply=%helper",
        "  ROOT %e = call(%d), to_apply=%helper",
        "}",
    ]
    parents = served(text, {0: "%helper", 6: "%main"})
    assert parents == [8, 8, 3, 8, 8, None, None, None, 9, None, None]


def test_instructions_give_a_value_a_name() -> None:
    assert is_instruction("  ROOT %add.3 = f32[] add(%a, %b)")
    assert is_instruction("    %0:2 = stablehlo.while(%a = %b)")
    assert not is_instruction("  func.func public @main(%a: f32 {jax.result_info = 1})")
    assert not is_instruction("%fused (p: f32[]) -> f32[] {")
