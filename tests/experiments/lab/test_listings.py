from experiments.lab.listings import Origin, hlo, jaxpr, stablehlo

HERE = Origin("/talk/f.py", callers=frozenset({90}))


def test_a_shared_jaxpr_takes_the_line_of_its_single_use() -> None:
    stage = jaxpr(
        "let _var = { lambda ; a:f32[]. let\n"
        "    b:f32[] = sqrt a #\n"
        "  in (b,) } in\n"
        "{ lambda ; c:f32[]. let\n"
        "    d:f32[] = jit[name=_var jaxpr=_var] c # /talk/f.py:7:4 (f)\n"
        "    e:f32[] = sin d                       # /lib/g.py:8:4 (g)\n"
        "  in (e,) }",
        HERE,
    )
    assert stage.lines == [None, 7, 7, None, 7, None, None]
    assert stage.count == 3
    assert "#" not in stage.text


def test_a_jaxpr_shared_by_two_lines_belongs_to_neither() -> None:
    stage = jaxpr(
        "let _var = { lambda ; a:f32[]. let\n"
        "    b:f32[] = sqrt a #\n"
        "  in (b,) } in\n"
        "{ lambda ; c:f32[]. let\n"
        "    d:f32[] = jit[name=_var jaxpr=_var] c # /talk/f.py:7:4 (f)\n"
        "    e:f32[] = jit[name=_var jaxpr=_var] d # /talk/f.py:8:4 (f)\n"
        "  in (e,) }",
        HERE,
    )
    assert stage.lines == [None, None, None, None, 7, 8, None]


def test_a_nested_jaxpr_takes_the_line_around_it() -> None:
    stage = jaxpr(
        "{ lambda ; a:f32[]. let\n"
        "    b:f32[] = jit[ # /talk/f.py:7:4 (f)\n"
        "      jaxpr={ lambda ; a:f32[]. let\n"
        "          b:f32[] = sqrt a #\n"
        "        in (b,) }\n"
        "    ] a\n"
        "  in (b,) }",
        HERE,
    )
    assert stage.lines == [None, 7, 7, 7, 7, 7, None]
    assert stage.count == 2


def test_locations_of_stablehlo_are_followed_to_the_innermost_line_that_counts() -> None:
    stage = stablehlo(
        "module @jit_f {\n"
        '  func.func public @main(%arg0: tensor<f32> loc("x")) -> tensor<f32> {\n'
        "    %0 = stablehlo.sine %arg0 : tensor<f32> loc(#loc5)\n"
        "    %1 = call @_var(%0) : (tensor<f32>) -> tensor<f32> loc(#loc3)\n"
        "    return %1 : tensor<f32> loc(#loc6)\n"
        "  } loc(#loc)\n"
        "  func.func private @_var(%arg0: tensor<f32> loc(unknown)) -> tensor<f32> {\n"
        "    %0 = stablehlo.sqrt %arg0 : tensor<f32> loc(#loc7)\n"
        "  } loc(#loc)\n"
        "} loc(#loc)\n"
        "#loc = loc(unknown)\n"
        '#loc1 = loc("/lib/g.py":3:4 to :9)\n'
        '#loc2 = loc("/talk/f.py":7:4 to :9)\n'
        '#loc3 = loc("f"(#loc2))\n'
        "#loc4 = loc(callsite(#loc1 at #loc3))\n"
        '#loc5 = loc("jit(f)/sin"(#loc4))\n'
        '#loc6 = loc("/talk/f.py":90:4 to :9)\n'
        '#loc7 = loc("sqrt")\n',
        HERE,
    )
    assert stage.lines == [None, None, 7, 7, None, None, 7, 7, 7, 7]
    assert "loc(" not in stage.text


HLO = """HloModule jit_f

FileNames
1 "/lib/g.py"
2 "/talk/f.py"

FileLocations
1 {file_name_id=2 function_name_id=1 line=7 end_line=7 column=2 end_column=11}
2 {file_name_id=1 function_name_id=2 line=3 end_line=3 column=4 end_column=9}

StackFrames
1 {file_location_id=1%s}
2 {file_location_id=2 parent_frame_id=%d}


ENTRY %%main (x: f32[]) -> f32[] {
  %%x = f32[] parameter(0)
  ROOT %%sine = f32[] sine(%%x), metadata={op_name="jit(f)/sin" stack_frame_id=2}
}
"""


def test_frames_of_hlo_are_followed_to_the_file() -> None:
    stage = hlo(HLO % ("", 1), HERE)
    assert stage.lines == [None, None, None, None, 7, None]
    assert stage.text.splitlines()[4] == "  ROOT %sine = f32[] sine(%x)"
    assert (stage.count, stage.counted) == (2, "instructions")


def test_parents_that_are_one_too_high_are_followed_too() -> None:
    assert hlo(HLO % (" parent_frame_id=1", 2), HERE).lines == [None, None, None, None, 7, None]


def test_text_without_tables_maps_to_nothing() -> None:
    stage = hlo("HloModule m\n\n%r = f32[] fusion(%x), metadata={stack_frame_id=4}", HERE)
    assert stage.lines == [None, None, None]
    assert (stage.count, stage.counted) == (1, "fusions")
