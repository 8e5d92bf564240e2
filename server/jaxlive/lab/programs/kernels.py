"""What is below HLO: each kernel in LLVM's language after its passes, and in that of the processor."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from jax.stages import Wrapped

from jaxlive.lab.declare.blocks import Note, Program, Stage, StageName
from jaxlive.lab.programs import hlo, xla
from jaxlive.lab.programs.functions import plain, python
from jaxlive.lab.programs.listings import Lines
from jaxlive.lab.programs.stages import lowered_anew, optimised_stage
from jaxlive.lab.programs.xla import Untold

DISASSEMBLER = "objdump"
LLVM_FUNCTION = re.compile(r'^define .*?@"?(?P<name>[\w.$-]+)"?\(.*?^\}', re.MULTILINE | re.DOTALL)
ASSEMBLY_FUNCTION = re.compile(r"^[0-9a-f]+ <(?P<name>[^>]+)>:\n.*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
PTX_FUNCTION = re.compile(r"^\.visible \.entry (?P<name>[\w.$]+)\(.*?^\}", re.MULTILINE | re.DOTALL)
INSTRUCTION = {"llvm": r"^  \S", "assembly": r"^ +[0-9a-f]+:\t", "ptx": r"^\s+[a-z@%].*;$"}


def machine_code(function: Wrapped, *args: Any, label: str | None = None) -> Iterator[Program | Note]:
    """The kernels of a function that `jax.jit` made, for these arguments, beside their HLO: below it LLVM IR
    and assembly on a CPU, LLVM IR and PTX on a GPU (not checked); a note says what is missing.

    A kernel has a line of Python where all that it fuses comes from one line. What calls a library, as matrix
    products do, has no kernel.
    """
    inner = plain(function)
    lowered, place = lowered_anew(function, *args)
    optimised = optimised_stage(lowered, lowered.compile(), place)
    missing: str | None = None
    below: list[Stage] = []
    try:
        with xla.dumped(lowered) as folder:
            below = list(_below(folder, optimised))
            missing = _missing(folder, below)
    except Untold as untold:
        missing = str(untold)
    yield Program(label=label or inner.__name__, stages=[python(inner), optimised, *below])
    if missing:
        yield Note(text=missing)


def _below(folder: Path, optimised: Stage) -> Iterator[Stage]:
    """The stages that there are, of all kernels."""
    objects = xla.kernels(folder, "objects") if shutil.which(DISASSEMBLER) else []
    texts: dict[StageName, list[str]] = {
        "llvm": [path.read_text() for path in xla.kernels(folder, "llvm")],
        "assembly": [disassembled(path) for path in objects],
        "ptx": [path.read_text() for path in xla.kernels(folder, "ptx")],
    }
    patterns = {"llvm": LLVM_FUNCTION, "assembly": ASSEMBLY_FUNCTION, "ptx": PTX_FUNCTION}
    for name, listings in texts.items():
        functions = [found for text in listings for found in patterns[name].finditer(text)]
        if functions:
            yield stage(name, functions, optimised)


def stage(name: StageName, functions: Sequence[re.Match[str]], optimised: Stage) -> Stage:
    """A stage of functions, one below the other."""
    text: list[str] = []
    lines: Lines = []
    for function in functions:
        rows = [*function[0].splitlines(), ""]
        within = hlo.lines_within(optimised, function["name"])
        text += rows
        lines += [within.pop() if len(within) == 1 else None] * len(rows)
    count = sum(re.match(INSTRUCTION[name], row) is not None for row in text)
    return Stage(
        name=name, text="\n".join(text).rstrip(), lines=lines[:-1], count=count, counted="instructions"
    )


def disassembled(path: Path) -> str:
    """What GNU's or LLVM's objdump makes of an object file, with the names of what it calls."""
    command = [DISASSEMBLER, "--disassemble", "--reloc", "--no-show-raw-insn", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _missing(folder: Path, below: Sequence[Stage]) -> str | None:
    names = {one.name for one in below}
    if "assembly" not in names and xla.kernels(folder, "objects"):
        return f"Without assembly: {DISASSEMBLER} is not installed here (package binutils)."
    return None if names else "XLA wrote no kernel of its own: all of this program calls libraries."
