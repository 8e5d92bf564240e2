from jaxlive.lab.programs.hlo import collectives, instructions, lines_within, module, stage
from jaxlive.lab.programs.listings import Origin

HERE = Origin("/talk/f.py", callers=frozenset({90}))

TABLES = """HloModule jit_f

FileNames
1 "/lib/g.py"
2 "/talk/f.py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=2 function_name_id=1 line=7 end_line=7 column=2 end_column=11}
2 {file_name_id=1 function_name_id=2 line=3 end_line=3 column=4 end_column=9}
3 {file_name_id=2 function_name_id=1 line=8 end_line=8 column=2 end_column=11}

StackFrames
1 {file_location_id=1%s}
2 {file_location_id=2 parent_frame_id=%d}
3 {file_location_id=3%s}


"""
CPU = """%fused_computation (param_0.1: f32[8]) -> f32[8] {
  %param_0.1 = f32[8]{0} parameter(0)
  %constant.1 = f32[] constant(2)
  %mul.2 = f32[8]{0} broadcast(%constant.1), dimensions={}, metadata={op_name="jit(f)/mul" stack_frame_id=3}
  %sin.1 = f32[8]{0} sine(%param_0.1), metadata={op_name="jit(f)/{}/sin" stack_frame_id=2}
  ROOT %mul.1 = f32[8]{0} multiply(%sin.1, %mul.2)
}

ENTRY %main.1 (x.1: f32[8]) -> f32[8] {
  %x.1 = f32[8]{0} parameter(0), metadata={op_name="x"}
  ROOT %multiply_fusion = f32[8]{0} fusion(%x.1), kind=kLoop, calls=%fused_computation, \
metadata={stack_frame_id=3}
}
"""
BEFORE = (" parent_frame_id=1", 2, " parent_frame_id=1")
"""How jaxlib numbers the parents: one too high."""


def lines(listing: str, **named: int) -> dict[str, int | None]:
    """The line of each instruction, by its first word."""
    made = stage(listing, HERE, named)
    text = made.text.splitlines()
    assert len(text) == len(made.lines)
    return {
        row.replace("ROOT ", "").split()[0]: line for row, line in zip(text, made.lines, strict=True) if row
    }


def test_bodies_of_fusions_map_to_their_own_lines_and_else_to_the_fusion() -> None:
    found = lines(TABLES % BEFORE + CPU)
    assert found["%sin.1"] == 7
    assert found["%mul.2"] == found["%constant.1"] == 8
    assert found["%mul.1"] == found["%fused_computation"] == found["%param_0.1"] == 8
    assert found["%multiply_fusion"] == 8
    assert found["%x.1"] is found["ENTRY"] is found["HloModule"] is None


def test_instructions_are_found_by_name_and_a_fusion_with_all_that_it_fuses() -> None:
    made = stage(TABLES % BEFORE + CPU, HERE, {})
    assert module(made) == "jit_f"
    assert instructions(made)["sin.1"] == 7
    assert instructions(made)["x.1"] is None
    assert lines_within(made, "multiply_fusion") == {7, 8}
    assert lines_within(made, "sin.1") == {7}
    assert lines_within(made, "x.1") == lines_within(made, "no such instruction") == set()


def test_parents_that_are_not_too_high_are_followed_too() -> None:
    assert lines(TABLES % ("", 1, "") + CPU)["%sin.1"] == 7


def test_tables_and_metadata_are_left_out_and_fusions_named() -> None:
    made = stage(TABLES % BEFORE + CPU, HERE, {})
    assert (made.count, made.counted) == (7, "instructions")
    assert made.fusions == ["multiply_fusion"]
    assert "metadata" not in made.text
    assert "FileNames" not in made.text
    assert "  %sin.1 = f32[8]{0} sine(%param_0.1)" in made.text.splitlines()


GPU = """%fused_multiply (param_0: f32[8,8]) -> f32[8,8] {
  %param_0 = f32[8,8]{1,0} parameter(0)
  ROOT %multiply.3 = f32[8,8]{1,0} multiply(%param_0, %param_0), metadata={op_name="mul" stack_frame_id=3}
}

%gemm_fusion_dot_computation (p.1: f32[8,8]) -> f32[8,8] {
  %p.1 = f32[8,8]{1,0} parameter(0)
  ROOT %dot.1 = f32[8,8]{1,0} dot(%p.1, %p.1), lhs_contracting_dims={1}, rhs_contracting_dims={0}
}

ENTRY %main.5 (x.1: f32[8,8]) -> (f32[8,8], f32[8,8]) {
  %x.1 = f32[8,8]{1,0} parameter(0), metadata={op_name="x"}
  %cublas-gemm.1 = (f32[8,8]{1,0}, s8[4096]{0}) custom-call(%x.1, %x.1), custom_call_target="__cublas$gemm", \
metadata={op_name="jit(f)/dot_general" stack_frame_id=2}, backend_config={"operation_queue_id":"0",\
"gemm_backend_config":{"alpha_real":1,"beta":0,"precision_config":{"operand_precision":["DEFAULT"]}}}
  %get-tuple-element.2 = f32[8,8]{1,0} get-tuple-element(%cublas-gemm.1), index=0
  %loop_multiply_fusion = f32[8,8]{1,0} fusion(%get-tuple-element.2), kind=kLoop, calls=%fused_multiply, \
metadata={op_name="jit(f)/mul" stack_frame_id=3}, backend_config={"fusion_backend_config":{"kind":"__triton"}}
  %gemm_fusion_dot = f32[8,8]{1,0} fusion(%loop_multiply_fusion), kind=kCustom, \
calls=%gemm_fusion_dot_computation, metadata={stack_frame_id=2}, backend_config={"kind":"__triton_gemm"}
  ROOT %tuple.1 = (f32[8,8]{1,0}, f32[8,8]{1,0}) tuple(%gemm_fusion_dot, %loop_multiply_fusion)
}
"""


def test_triton_fusions_and_library_calls_of_a_gpu_are_read() -> None:
    made = stage(TABLES % BEFORE + GPU, HERE, {})
    assert made.fusions == ["loop_multiply_fusion", "gemm_fusion_dot"]
    assert "backend_config" not in made.text
    assert 'custom_call_target="__cublas$gemm"' in made.text
    found = lines(TABLES % BEFORE + GPU)
    assert found["%cublas-gemm.1"] == found["%dot.1"] == found["%gemm_fusion_dot"] == 7
    assert found["%get-tuple-element.2"] == found["%loop_multiply_fusion"] == found["%multiply.3"] == 8


def test_places_within_metadata_are_read() -> None:
    row = '  %s.1 = f32[] sine(%x), metadata={op_name="jit(f)/sin" source_file="/talk/f.py" source_line=7}'
    assert stage(row, HERE, {}).lines == [7]


def test_merged_instructions_are_found_by_the_name_of_one_of_them() -> None:
    row = '  ROOT %m.1 = f32[] multiply(%x, %y), metadata={op_name="jit(f)/one;mul;jit(f)"}'
    assert stage(row, HERE, {"mul": 7}).lines == [7]
    assert stage(row, HERE, {}).lines == [None]


def test_text_without_tables_maps_to_nothing() -> None:
    made = stage("HloModule m\n\n  %r = f32[] fusion(%x), metadata={stack_frame_id=4}", HERE, {})
    assert made.lines == [None, None, None]
    assert made.fusions == ["r"]


def test_tables_with_missing_rows_map_to_nothing() -> None:
    broken = (
        "StackFrames\n1 {file_location_id=5}\n2 {}\n\n  %r = f32[] sine(%x), metadata={stack_frame_id=%d}"
    )
    assert stage(broken.replace("%d", "1"), HERE, {}).lines == [None]
    assert stage(broken.replace("%d", "2"), HERE, {}).lines == [None]


CROSSING = """ENTRY %main.1 (p.1: f32[2], p.2: f32[8]) -> (f32[2], f32[]) {
  %reduce_precision.4 = f32[2]{0} reduce-precision(%p.1), exponent_bits=8, mantissa_bits=7
  %reduce-window.1 = f32[8]{0} reduce-window(%p.2, %zero), window={size=2 pad=0_1}, to_apply=%region_4.0
  %ppermute.3 = f32[2]{0} collective-permute(%p.1), channel_id=1, source_target_pairs={{0,1},{1,0}}
  %scattered = f32[1]{0} reduce-scatter(%p.2), channel_id=2, dimensions={0}, to_apply=%region_3.0
  %gathered = f32[8,2]{1,0} all-gather(%p.1), channel_id=3, dimensions={0}
  %all-to-all = (f32[1]{0}, /*index=1*/f32[1]{0}) all-to-all(%p.2, %p.2), channel_id=4
  %all-reduce-start = f32[]{:T(128)} all-reduce-start(%sum), channel_id=5, to_apply=%region_0.0
  %all-reduce-done = f32[] all-reduce-done(%all-reduce-start)
  %get-tuple-element.8 = f32[1]{0} get-tuple-element(%all-to-all), index=0
  ROOT %all-reduce.1 = (f32[2]{0}, f32[]) all-reduce(%p.1, %sum), channel_id=6, to_apply=%region_0.0
}
"""


def test_collectives_are_what_crosses_devices_and_count_once() -> None:
    assert collectives(CROSSING) == [
        ("collective-permute", "f32[2]"),
        ("reduce-scatter", "f32[1]"),
        ("all-gather", "f32[8,2]"),
        ("all-to-all", "(f32[1], /*index=1*/f32[1])"),
        ("all-reduce", "f32[]"),
        ("all-reduce", "(f32[2], f32[])"),
    ]


def test_a_program_of_one_device_has_no_collectives() -> None:
    assert collectives(TABLES % BEFORE + CPU) == collectives(GPU) == []
