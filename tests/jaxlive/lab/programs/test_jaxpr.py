from jaxlive.lab.declare.blocks import Stage
from jaxlive.lab.programs.jaxpr import Segment, stage
from jaxlive.lab.programs.listings import Origin

HERE = Origin("/talk/f.py")
LIBRARY = [("/lib/g.py", 3)]


def at(line: int) -> list[tuple[str, int]]:
    return [("/lib/g.py", 9), ("/talk/f.py", line)]


def listing(*rows: tuple[str, list[tuple[str, int]]]) -> Stage:
    """Rows of text, each one segment from its first letter to its end."""
    segments: list[list[Segment]] = [
        [(len(text) - len(text.lstrip()), len(text.encode()), frames)] if frames else []
        for text, frames in rows
    ]
    return stage("\n".join(text for text, _ in rows), segments, 3, HERE)


def test_a_shared_jaxpr_takes_the_line_of_its_use() -> None:
    made = listing(
        ("let _var = { lambda ; a:f32[]. let", []),
        ("    b:f32[] = sqrt a", LIBRARY),
        ("  in (b,) } in", []),
        ("{ lambda ; c:f32[]. let", []),
        ("    d:f32[] = jit[name=_var jaxpr=_var] c", at(7)),
        ("    e:f32[] = sin d", at(8)),
        ("  in (e,) }", []),
    )
    assert made.lines == [7, 7, 7, None, 7, 8, None]
    assert (made.count, made.counted) == (3, "equations")


def test_the_key_of_a_parameter_is_no_use_of_a_jaxpr_of_that_name() -> None:
    made = listing(
        ("let jaxpr = { lambda ; a:f32[]. let", []),
        ("    b:f32[] = sqrt a", LIBRARY),
        ("  in (b,) } in", []),
        ("{ lambda ; c:f32[]. let", []),
        ("    d:f32[] = scan[jaxpr={ lambda ; e:f32[]. let", at(7)),
        ("        f:f32[] = jit[name=_where jaxpr=jaxpr] e", at(8)),
        ("      in (f,) }] c", []),
        ("  in (d,) }", []),
    )
    assert made.lines[:3] == [8, 8, 8]


def test_a_jaxpr_used_twice_belongs_to_the_first_use_that_traced_it() -> None:
    made = listing(
        ("let sqrt = { lambda ; a:f32[]. let", []),
        ("    b:f32[] = sqrt a", LIBRARY),
        ("  in (b,) } in", []),
        ("{ lambda ; c:f32[]. let", []),
        ("    d:f32[] = sqrt c", at(6)),
        ("    e:f32[] = jit[name=sqrt jaxpr=sqrt] d", at(7)),
        ("    f:f32[] = jit[name=sqrt jaxpr=sqrt] e", at(8)),
        ("  in (f,) }", []),
    )
    assert made.lines == [7, 7, 7, None, 6, 7, 8, None]


def test_a_jaxpr_that_is_used_above_its_definition_is_followed_to_main() -> None:
    made = listing(
        ("let _std = { lambda ; a:f32[]. let", []),
        ("    b:f32[] = jit[name=_var jaxpr=_var] a", LIBRARY),
        ("  in (b,) } in", []),
        ("let _var = { lambda ; c:f32[]. let", []),
        ("    d:f32[] = square c", LIBRARY),
        ("  in (d,) } in", []),
        ("{ lambda ; e:f32[]. let", []),
        ("    f:f32[] = jit[name=_std jaxpr=_std] e", at(7)),
        ("  in (f,) }", []),
    )
    assert made.lines == [7, 7, 7, 7, 7, 7, None, 7, None]


def test_a_nested_jaxpr_takes_the_line_around_it() -> None:
    made = listing(
        ("{ lambda ; a:f32[]. let", []),
        ("    b:f32[] = jit[", at(7)),
        ("      jaxpr={ lambda ; a:f32[]. let", LIBRARY),
        ("          b:f32[] = sqrt a", LIBRARY),
        ("        in (b,) }", LIBRARY),
        ("    ] a", LIBRARY),
        ("  in (b,) }", []),
    )
    assert made.lines == [None, 7, 7, 7, 7, 7, None]


def test_the_equation_that_begins_in_a_line_decides() -> None:
    text = "      jaxpr={ lambda ; b:f32[]. let s:f32[] = mul 2.0:f32[] b in (s,) }"
    first, begins, last = 6, text.index("s:f32[]"), text.index(" in (s,)")
    made = stage(text, [[(first, begins, at(5)), (begins, last, at(4)), (last, len(text), at(5))]], 1, HERE)
    assert made.lines == [4]


def test_a_parameter_that_prints_itself_on_many_lines_belongs_to_its_equation() -> None:
    parameter = "      é=({ lambda ; a. let\n    c = mul a\n  in }) ] a"
    text = f"{{ lambda ; a:f32[]. let\n    b:f32[] = solve[\n{parameter}\n  in }}"
    long = len(parameter.encode())
    made = stage(text, [[], [(4, 20, at(7))], [(6, long, LIBRARY)], []], 1, HERE)
    assert made.lines == [None, 7, 7, 7, 7, None]
    assert made.text.splitlines()[3] == "            c = mul a"


def test_lines_that_the_source_map_lacks_map_to_nothing() -> None:
    assert stage("{ lambda ; a. let\n    b = sin a\n  in }", [], 1, HERE).lines == [None, None, None]
    assert stage("é", [[(0, 99, at(7))]], 1, HERE).lines == [None]
