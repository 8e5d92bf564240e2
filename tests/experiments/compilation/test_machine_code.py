"""What is below HLO."""

import shutil
from typing import Literal

import pytest

from experiments.compilation.machine_code import MachineCodeParams, machine_code
from jaxlive.lab.declare.blocks import Stage
from tests.experiments.running import Results


def stages(function: Literal["polynomial", "chain", "attention"]) -> dict[str, Stage]:
    return Results(machine_code(MachineCodeParams(function=function))).stages(function)


def test_a_polynomial_is_a_loop_over_vectors_without_a_call() -> None:
    llvm = stages("polynomial")["llvm"].text
    assert "x float>" in llvm
    assert "fmul" in llvm
    assert "fadd" in llvm
    assert "@llvm.sin" not in llvm


def test_a_chain_asks_llvm_for_sines_and_cosines() -> None:
    llvm = stages("chain")["llvm"].text
    assert "sin" in llvm
    assert "cos" in llvm
    assert llvm.count("define ") == 1


@pytest.mark.skipif(shutil.which("objdump") is None, reason="needs objdump")
def test_every_kernel_is_there_in_assembly_too() -> None:
    made = stages("attention")
    kernels = made["llvm"].text.count("define ")
    assert kernels >= 2
    assert made["assembly"].text.count(">:") == kernels
