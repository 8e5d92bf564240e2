"""An experiment as a notebook: its text, the region, a clock, and the result that was recorded."""

import inspect
from http import HTTPStatus
from importlib import import_module, metadata
from itertools import chain
from pathlib import Path
from textwrap import dedent
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from jaxlive.lab.declare.blocks import Timings
from jaxlive.lab.declare.experiment import Experiment
from jaxlive.lab.show.notebook import bundles
from jaxlive.notebook.sources import names, packed
from jaxlive.project import project
from jaxlive.runs.errors import JaxliveError
from jaxlive.runs.models import Run

CELLS = Path(__file__).parent / "cells"
BEGIN = "# cell\n"
OLDEST = {"jax": "0.8.3", "pydantic": "2.10"}
"""What every notebook needs; older versions of these are replaced."""
HIDDEN = {"jupyter": {"source_hidden": True}, "cellView": "form"}

UNPACK = """
#@title The rest of the talk's files that this experiment needs
import base64, io, os, sys, tarfile, tempfile

FILES = "{files}"
folder = tempfile.mkdtemp()
with tarfile.open(fileobj=io.BytesIO(base64.b64decode(FILES)), mode="r:xz") as archive:
    archive.extractall(folder, filter="data")
sys.path.insert(0, folder)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH")]))
print(f"{{len(os.listdir(folder))}} packages in {{folder}}")
"""


class Unfit(JaxliveError):
    """An experiment cannot be a notebook."""

    status, slug, title = HTTPStatus.NOT_FOUND, "no-notebook", "No notebook of this experiment"


def text(experiment: Experiment, link: str) -> str:
    """The notebook's file; `link` leads to the experiment's slide. Raises Unfit."""
    try:
        return str(nbformat.writes(assemble(experiment, recording(experiment), link))) + "\n"
    except ValueError as error:
        raise Unfit(f"{experiment.name} can't be a notebook: {error}") from None


def recording(experiment: Experiment) -> Run:
    """The newest recording with default parameters, of a machine that is known. Raises Unfit."""
    files = project().recordings.glob(f"*/{experiment.name}.json")
    runs = [Run.model_validate_json(file.read_text()) for file in files]
    whole = [run for run in runs if run.environment and run.environment.cores]  # not those that are quoted
    if not whole:
        raise Unfit(
            f"{experiment.name} can't be a notebook without a recording: "
            f"jaxlive record {experiment.name} --machine LABEL makes one"
        )
    return max(whole, key=lambda run: run.finished_at or run.created_at)


def assemble(experiment: Experiment, recorded: Run, link: str) -> nbformat.NotebookNode:
    """The notebook with this result. Raises ValueError without a region `slide`."""
    timed = any(isinstance(block, Timings) for block in recorded.blocks)
    cells = [
        new_markdown_cell(_head(experiment, link)),
        new_code_cell(_versions(experiment)),
        new_code_cell(UNPACK.format(files=packed(experiment)).strip(), metadata=HIDDEN),
        *_region(experiment),
        *(_clock(experiment) if timed else []),
        *_result(experiment, recorded),
    ]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"  # the same for the same experiment
    notebook: nbformat.NotebookNode = new_notebook(cells=cells, metadata=METADATA)
    nbformat.validate(notebook)
    return notebook


METADATA: dict[str, Any] = {
    "accelerator": "GPU",
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def _head(experiment: Experiment, link: str) -> str:
    doc = inspect.getdoc(import_module(experiment.run.__module__)) or ""
    return f"# {experiment.title}\n\n{doc}\n\nIts slide: [{link}]({link})"


def _versions(experiment: Experiment) -> str:
    packages = metadata.packages_distributions()
    modules = {module.partition(".")[0] for module in experiment.needs}
    needed = {name: "0" for module in sorted(modules) for name in packages.get(module, [module])[:1]}
    return f"OLDEST = {OLDEST | needed}\nVARIABLES = {experiment.environment}\n\n{_cell('versions')}"


def _cell(name: str) -> str:
    return (CELLS / f"{name}.py").read_text().partition(BEGIN)[2].strip()


def _region(experiment: Experiment) -> list[nbformat.NotebookNode]:
    """The code of the slide, with what it takes from its file; the rest of that file then uses it."""
    own, module = names(experiment), experiment.run.__module__
    imports = [*own.imports, *([f"from {module} import {', '.join(own.others)}"] if own.others else [])]
    code = "\n\n\n".join(filter(None, ["\n".join(imports), experiment.source.code]))
    parent, _, name = module.rpartition(".")
    use = ", ".join(f"talk.{one}" for one in own.defines)
    rest = dedent(
        f"""\
        from {parent} import {name} as talk  # parameters and what the slide shows

        {f"{use} = {', '.join(own.defines)}  # of the code above, also when you change it" if use else ""}
        params = talk.{experiment.params.__name__}({_arguments(experiment)})"""
    )
    return [new_markdown_cell("## The code of the slide"), new_code_cell(code), new_code_cell(rest)]


def _arguments(experiment: Experiment) -> str:
    defaults = experiment.params().model_dump(exclude={"device"})
    return ", ".join(f"{name}={value!r}" for name, value in defaults.items())


def _clock(experiment: Experiment) -> list[nbformat.NotebookNode]:
    compared = dedent(
        f"""\
        from jaxlive.lab.measure.comparison import first_comparison

        medians = timed(first_comparison(talk.{experiment.run.__name__}(params)))"""
    )
    head = new_markdown_cell("## An honest clock\n\nMedians, and the 95 % interval of each.")
    return [head, new_code_cell(_cell("timing")), new_code_cell(compared)]


def _result(experiment: Experiment, recorded: Run) -> list[nbformat.NotebookNode]:
    """All of the experiment; until the cell runs, what was recorded stands below it."""
    code = f"from jaxlive.lab.show.notebook import show\n\nshow(talk.{experiment.run.__name__}(params))"
    machine = {"text/plain": (words := _machine(recorded)), "text/markdown": words}
    blocks = chain.from_iterable(map(bundles, recorded.blocks))
    outputs = [new_output("display_data", data) for data in (machine, *blocks)]
    head = "## What the slide shows\n\nBelow is a recording: run the cell, and it's yours."
    return [new_markdown_cell(head), new_code_cell(code, outputs=outputs)]


def _machine(recorded: Run) -> str:
    environment = recorded.environment
    assert environment
    devices = ", ".join(f"{device.kind} {device.name}" for device in environment.devices)
    versions = ", ".join(f"{name} {version}" for name, version in environment.versions.items())
    when = recorded.finished_at or recorded.created_at
    return (
        f"*Recorded on {environment.machine} ({devices}, {environment.threads} threads) at {when:%Y-%m-%d}, "
        f"Python {environment.python}, {versions}*"
    )
