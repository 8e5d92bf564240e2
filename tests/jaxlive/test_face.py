"""What a talk's experiments import: the names, and what comes with them."""

import subprocess
import sys

import jaxlive

BLOCKS = """Append Axis Cell Compile Cost Heatmap Image Note Passes Point Printed Program Ratio Row Series
Table Timeline Timings Values"""
DECLARED = "Output Params experiment printed raises region values"
MEASURED = """Array Variant Work compare current_platform eager first_call_s jitted last median_s numpy
pytorch torch_problem"""
COMPILED = "compilations machine_code operations passes programs timeline"
WEB = {"fastapi", "starlette", "uvicorn", "httpx", "cyclopts", "rich"}


def test_a_name_comes_or_goes_on_purpose() -> None:
    assert sorted(jaxlive.__all__) == sorted(f"{BLOCKS} {DECLARED} {MEASURED} {COMPILED}".split())


def test_an_experiment_needs_no_package_of_the_web() -> None:
    """A machine with a GPU may have none."""
    script = "import sys, jaxlive, jaxlive.worker; print(*{name.partition('.')[0] for name in sys.modules})"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not WEB & set(told.stdout.split())
