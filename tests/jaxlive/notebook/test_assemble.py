"""Notebooks: all by structure; a quick one as a reader runs it, far from this checkout."""

import ast
import io
import os
import sys
import tarfile
import time
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

from jaxlive.cli.execute import Refused
from jaxlive.cli.notebook import write
from jaxlive.lab.declare.experiment import Experiment, experiments
from jaxlive.lab.measure import sampling, timing
from jaxlive.lab.measure.timing import compare, last, median_s
from jaxlive.lab.measure.variants import numpy as numpy_variant
from jaxlive.notebook import assemble
from jaxlive.notebook.assemble import Unfit, recording, text
from jaxlive.notebook.sources import names, packed
from jaxlive.runs.models import Run

EXPERIMENTS = experiments()
LINK = "https://talk.example/#/"
READ = (
    EXPERIMENTS
    if os.environ.get("JAXLIVE_SOAK_EXPERIMENTS")
    else ["grad", "masks", "side-effects", "timeline"]
)
CELLS = Path(assemble.__file__).parent / "cells"


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the files that go along, and without pictures: both take time, and have their own tests."""
    monkeypatch.setattr(assemble, "packed", lambda _: "FILES")
    monkeypatch.setattr("jaxlive.lab.show.notebook.png", lambda _: None)


@pytest.mark.usefixtures("unpacked")
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_structure(name: str) -> None:
    notebook = nbformat.reads(text(EXPERIMENTS[name], LINK + name), 4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in code:
        ast.parse(cell.source)
    assert notebook.metadata.accelerator == "GPU"
    assert LINK + name in notebook.cells[0].source
    assert "version(package)" in code[0].source.partition("import jax\n")[0]
    assert EXPERIMENTS[name].source.code in code[2].source
    run = recording(EXPERIMENTS[name])
    timed = any(block.kind == "timings" for block in run.blocks)
    assert timed == any("def timed" in cell.source for cell in code)
    assert len(code[-1].outputs) == 1 + len(run.blocks)
    assert "vm-2-cores" in code[-1].outputs[0].data["text/markdown"]


def test_the_files_that_go_along_are_those_that_are_imported() -> None:
    archive = packed(EXPERIMENTS["throw"])
    with tarfile.open(fileobj=io.BytesIO(b64decode(archive)), mode="r:xz") as files:
        there = files.getnames()
    assert {"experiments/throw/throw.py", "experiments/throw/flight.py", "jaxlive/lab/show/notebook.py"} <= {
        *there
    }
    assert not any(name.startswith(("jaxlive/web", "jaxlive/cli", "experiments/learning")) for name in there)
    assert archive == packed(EXPERIMENTS["throw"])


def test_a_region_takes_along_what_it_uses() -> None:
    own = names(EXPERIMENTS["throw"])
    assert own.imports == ["import jax", "from experiments.throw.flight import landing"]
    assert own.defines == ["slope", "aim"]


@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
def test_a_reader_runs_it(name: str, tmp_path: Path) -> None:
    notebook = nbformat.reads(text(EXPERIMENTS[name], LINK), 4)
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    assert {"display_data"} == {output.output_type for output in notebook.cells[-1].outputs}
    assert "A CPU will do" in str(notebook.cells[1].outputs)


def test_the_clock_waits_for_each_call(capsys: pytest.CaptureFixture[str]) -> None:
    class Later:
        waits = 0

        def block_until_ready(self) -> None:
            Later.waits += 1
            time.sleep(0.02)

    assert timing_cell()["timed"]({"later": Later})["later"] >= 20
    assert Later.waits == 22
    assert "later" in capsys.readouterr().out


def test_the_clock_agrees_with_the_labs_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within 10 %, on a machine whose time passes in calls alone, with noise that only makes them slower."""
    now, noise = [0], np.random.default_rng(0)

    def call_of(seconds: float) -> Callable[[], np.float64]:
        def call() -> np.float64:
            now[0] += round(1e9 * seconds * (1 + 0.1 * noise.pareto(2)))
            return np.float64(1)

        return call

    calls = {"short": call_of(40e-6), "long": call_of(900e-6)}
    for module in (sampling, timing):
        monkeypatch.setattr(module, "perf_counter", lambda: now[0] * 1e-9)
    monkeypatch.setattr(sampling, "perf_counter_ns", lambda: now[0])
    variants = {name: replace(numpy_variant(np.sin, np.zeros(1)), call=call) for name, call in calls.items()}
    lab = last(compare("clocks", variants, reference=np.float64(1), over="short"))
    cell = timing_cell()
    cell["time"] = SimpleNamespace(perf_counter=lambda: now[0] * 1e-9)
    for name, milliseconds in cell["timed"](calls).items():
        assert milliseconds == pytest.approx(1e3 * median_s(lab, name), rel=0.1)


def timing_cell() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec((CELLS / "timing.py").read_text(), names)
    return names


@pytest.mark.parametrize(
    ("here", "imported", "installs", "stops"),
    [("0.10.2", False, False, False), ("0.7.2", False, True, False), ("0.7.2", True, True, True)],
)
def test_the_first_cell_looks_before_it_imports(
    here: str, imported: bool, installs: bool, stops: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    modules = {name: module for name, module in sys.modules.items() if name not in ("jax", "numpy")}
    monkeypatch.setattr("importlib.metadata.version", lambda _: here)
    monkeypatch.setattr("subprocess.run", lambda command, **_: asked.append(command))
    code = (CELLS / "versions.py").read_text().replace("= {}\nV", '= {"jax": "0.8.3"}\nV')
    code = code.partition("\nimport jax\n")[0]
    if not imported:
        monkeypatch.setattr(sys, "modules", modules)
    if stops:
        with pytest.raises(SystemExit, match="restart the runtime"):
            exec(code, {})
    else:
        exec(code, {})
    assert bool(asked) == installs
    if installs:
        assert asked[0][-1].endswith(">=0.8.3")


def test_without_a_region_or_a_recording_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = tmp_path / "bare.py"
    bare.write_text("x = 1\n")
    grad = EXPERIMENTS["grad"]
    without = Experiment(**{**vars(grad), "path": bare})
    with pytest.raises(Unfit, match="lacks '# region slide'"):
        text(without, LINK)
    with pytest.raises(Unfit, match="without a recording: jaxlive record unheard-of"):
        recording(Experiment(**{**vars(grad), "name": "unheard-of"}))


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="name another folder with --out"):
        write(EXPERIMENTS["grad"], tmp_path / "file", LINK)


def test_the_result_is_the_recorded_one() -> None:
    assert isinstance(recording(EXPERIMENTS["jit"]), Run)
    assert recording(EXPERIMENTS["jit"]).id != "quoted-jit"
