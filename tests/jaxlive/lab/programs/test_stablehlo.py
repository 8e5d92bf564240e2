from jaxlive.lab.programs.listings import Origin
from jaxlive.lab.programs.stablehlo import named_lines, stage

HERE = Origin("/talk/f.py", callers=frozenset({90}))

LISTING = """module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<f32> loc("x")) -> (tensor<f32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<2.0> : tensor<f32> loc(#loc6)
    %0 = stablehlo.sine %arg0 : tensor<f32> loc(#loc5)
    %1 = stablehlo.multiply %0, %cst : tensor<f32> loc(#loc8)
    %2 = call @_var(%1) : (tensor<f32>) -> tensor<f32> loc(#loc3)
    return %2 : tensor<f32> loc(#loc6)
  } loc(#loc)
  func.func private @_var(%arg0: tensor<f32> loc(unknown)) -> tensor<f32> {
    %0 = call @_where(%arg0) : (tensor<f32>) -> tensor<f32> loc(#loc7)
    return %0 : tensor<f32> loc(#loc)
  } loc(#loc)
  func.func private @_where(%arg0: tensor<f32> loc("jit(f)"(#loc6))) -> tensor<f32> {
    %0 = chlo.square %arg0 : tensor<f32> -> tensor<f32> loc(#loc7)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("/lib/g.py":3:4 to :9)
#loc2 = loc("/talk/f.py":7:4 to :9)
#loc3 = loc("f"(#loc2))
#loc4 = loc(callsite(#loc1 at #loc3))
#loc5 = loc("jit(f)/sin"(#loc4))
#loc6 = loc("/talk/f.py":90:4 to :9)
#loc7 = loc("sqrt")
#loc8 = loc("/talk/f.py":8:4 to :9)
"""


def test_locations_are_followed_to_the_innermost_line_that_counts() -> None:
    made = stage(LISTING, HERE)
    assert made.lines[3:6] == [7, 8, 7]
    assert "loc(" not in made.text


def test_a_constant_belongs_to_the_operation_that_uses_it() -> None:
    assert stage(LISTING, HERE).lines[2] == 8


def test_private_functions_belong_to_the_call_also_through_each_other() -> None:
    made = stage(LISTING, HERE)
    assert made.text.splitlines()[8].startswith("  func.func private @_var")
    assert made.lines[8:15] == [7] * 7
    assert made.lines[:2] == [None, None]


def test_operations_that_give_a_value_are_counted() -> None:
    made = stage(LISTING, HERE)
    assert (made.count, made.counted) == (6, "operations")


def test_an_operation_with_regions_has_its_line_at_the_closing_brace() -> None:
    made = stage(
        "  func.func public @main(%arg0: tensor<f32>) -> tensor<f32> {\n"
        "    %1:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<f32>\n"
        "    cond {\n"
        "      %2 = stablehlo.compare LT, %iterArg, %c : tensor<i1> loc(#loc8)\n"
        "      stablehlo.return %2 : tensor<i1> loc(#loc2)\n"
        "    } do {\n"
        "      stablehlo.return %iterArg, %iterArg_0 : tensor<i32>, tensor<f32> loc(#loc2)\n"
        "    } loc(#loc2)\n"
        "    return %1#1 : tensor<f32> loc(#loc)\n"
        '#loc2 = loc("/talk/f.py":7:4 to :9)\n'
        '#loc8 = loc("/talk/f.py":8:4 to :9)\n',
        HERE,
    )
    assert made.lines == [None, 7, None, 8, 7, None, 7, 7, None]


def test_names_of_operations_stand_for_lines() -> None:
    assert named_lines(LISTING, HERE) == {"jit(f)/sin": 7, "f": 7}


def test_text_without_locations_maps_to_nothing() -> None:
    assert stage("module {\n  %0 = stablehlo.sine %x : tensor<f32>\n}", HERE).lines == [None, None, None]
