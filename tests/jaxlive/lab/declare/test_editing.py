"""Editing replaces modules of the process, so each case has its own."""

import subprocess
import sys
from textwrap import dedent

import pytest

from jaxlive.lab.declare.editing import with_region
from jaxlive.lab.declare.experiment import experiments
from tests.running import ROOT


def outcome(script: str) -> str:
    """What a script prints that has `declared`, `edited` and `traced`."""
    names = {"editing": "edited, traced", "experiment": "experiments"}
    start = [f"from jaxlive.lab.declare.{file} import {name}" for file, name in names.items()]
    script = "\n".join([*start, "declared = experiments()", dedent(script)])
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("code", ["", "x = 1", "x = 1\n", "\n\nx = 1\n\n\n"])
def test_only_the_region_differs(code: str) -> None:
    experiment = experiments()["grad"]
    before, after = experiment.path.read_text(), with_region(experiment, code)
    assert after == before.replace(
        f"\n{experiment.source.code}\n# endregion slide", f"\n{code}\n# endregion slide"
    )
    assert with_region(experiment, experiment.source.code) == before


def test_the_edited_code_runs_and_the_file_stays() -> None:
    printed = outcome("""
        source = declared["jaxpr"].source
        code = source.code.replace("x**2", "x**3")
        assert code != source.code
        experiment = edited(declared["jaxpr"], code)
        texts = [block.model_dump_json() for block in experiment.run(experiment.params())]
        assert experiment.path == declared["jaxpr"].path
        print(any("integer_pow[y=3]" in text for text in texts), any("[y=2]" in text for text in texts))
    """)
    assert printed == "True False\n"


def test_the_listing_of_a_program_shows_the_edited_lines() -> None:
    printed = outcome("""
        code = declared["grad"].source.code + "\\n# a line more"
        code = code.replace("def ", "# moved\\n\\n\\ndef ", 1)
        experiment = edited(declared["grad"], code)
        programs = [block for block in experiment.run(experiment.params()) if block.kind == "program"]
        for program in programs[:1]:
            python = program.stages[0]
            text, first = experiment.path.read_text().split("\\n"), declared["grad"].source.first_line
            edit = code.split("\\n")
            print(all(edit[line - first].strip() == shown.strip()
                for line, shown in zip(python.lines, python.text.split("\\n"))))
    """)
    assert printed == "True\n"


def test_a_traceback_counts_the_lines_of_the_region() -> None:
    printed = outcome("""
        code = "def slope(x):\\n    return x / 0\\n\\nslope(1)"
        try:
            edited(declared["grad"], code)
        except ZeroDivisionError as error:
            line, text = traced(error, declared["grad"], code)
            print(line, *text, sep="\\n")
    """)
    assert printed.splitlines() == [
        "2",
        '  File "slide", line 4, in <module>',
        "    slope(1)",
        '  File "slide", line 2, in slope',
        "    return x / 0",
        "ZeroDivisionError: division by zero",
    ]
