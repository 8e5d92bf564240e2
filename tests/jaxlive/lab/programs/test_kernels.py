"""LLVM IR and assembly: real kernels, and texts as objdump and a GPU's compiler write them."""

import shutil
from typing import Any

import jax
import numpy as np
import pytest

from jaxlive.lab.declare.blocks import Note, Program, Stage, StageName
from jaxlive.lab.programs import kernels
from jaxlive.lab.programs.kernels import ASSEMBLY_FUNCTION, PTX_FUNCTION, machine_code, stage

X = np.ones(1024, np.float32)


def polynomial(x: Any) -> Any:
    return (2 * x + 3) * x + 4


def product(x: Any) -> Any:
    return x @ x


def made(function: Any, x: Any = X) -> tuple[dict[StageName, Stage], list[str]]:
    """Stages and notes."""
    outputs = list(machine_code(jax.jit(function), x))
    stages = {one.name: one for block in outputs if isinstance(block, Program) for one in block.stages}
    return stages, [block.text for block in outputs if isinstance(block, Note)]


def test_a_fusion_is_a_function_of_llvm_and_its_lines_are_that_of_python() -> None:
    stages, _ = made(polynomial)
    llvm, hlo = stages["llvm"], stages["hlo"]
    assert f"@{hlo.fusions[0]}(" in llvm.text
    assert "x float>" in llvm.text
    assert llvm.count
    assert llvm.count > 10
    assert len(llvm.text.splitlines()) == len(llvm.lines)
    assert set(llvm.lines) == {stages["python"].lines[1]}


@pytest.mark.skipif(shutil.which("objdump") is None, reason="needs objdump")
def test_assembly_is_what_the_processor_runs() -> None:
    stages, notes = made(polynomial)
    assembly = stages["assembly"]
    assert f"<{stages['hlo'].fusions[0]}>:" in assembly.text
    assert assembly.count
    assert assembly.count > 10
    assert len(assembly.text.splitlines()) == len(assembly.lines)
    assert notes == []


def test_without_a_disassembler_a_note_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "DISASSEMBLER", "no-such-objdump")
    stages, notes = made(polynomial)
    assert "assembly" not in stages
    assert "llvm" in stages
    assert notes == ["Without assembly: no-such-objdump is not installed here (package binutils)."]


def test_a_program_of_library_calls_has_no_kernel() -> None:
    stages, notes = made(product, np.ones((64, 64), np.float32))
    assert list(stages) == ["python", "hlo"]
    assert "calls libraries" in notes[0]


HLO = Stage(
    name="hlo",
    text="""HloModule jit_f

%fused (p.1: f32[8]) -> f32[8] {
  %p.1 = f32[8]{0} parameter(0)
  ROOT %sin.1 = f32[8]{0} sine(%p.1)
}

ENTRY %main (x: f32[8]) -> f32[8] {
  %two = f32[8]{0} fusion(%x), kind=kLoop, calls=%mixed
  ROOT %one = f32[8]{0} fusion(%two), kind=kLoop, calls=%fused
}""",
    lines=[None, None, 7, None, 7, None, None, None, 3, 7, None],
)
ASSEMBLY = """
one.o:     file format elf64-x86-64


Disassembly of section .ltext:

0000000000000000 <one>:
   0:\tpush   %rbp
   1:\tmovabs $0x0,%rax
\t\t\t3: R_X86_64_64\tsinf
   b:\tret

0000000000000010 <helper>:
  10:\tret
"""
PTX = """.version 8.5
.target sm_90a

.visible .entry two(
\t.param .u64 two_param_0
)
{
\t.reg .b32 %r<4>;
\tld.param.u64 %rd1, [two_param_0];
\t@%p1 bra $L__BB0_2;
\tret;

}
"""


def test_functions_of_assembly_have_the_line_that_all_of_their_fusion_has() -> None:
    read = stage("assembly", list(ASSEMBLY_FUNCTION.finditer(ASSEMBLY)), HLO)
    assert read.text.splitlines()[0] == "0000000000000000 <one>:"
    assert read.count == 4
    assert read.lines == [7] * 6 + [None] * 2


def test_ptx_is_read() -> None:
    read = stage("ptx", list(PTX_FUNCTION.finditer(PTX)), HLO)
    assert read.text.startswith(".visible .entry two(")
    assert read.count == 3
    assert set(read.lines) == {3}
