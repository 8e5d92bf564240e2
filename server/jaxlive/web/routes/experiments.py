"""Experiments: what there is, and each as a notebook. A click on one is in jaxlive/web/routes/click.py."""

from fastapi import APIRouter, Request, Response

from jaxlive.lab.declare.experiment import Experiment
from jaxlive.notebook.assemble import text
from jaxlive.runs.admission import find
from jaxlive.runs.models import ExperimentInfo, Source
from jaxlive.web.problems import PROBLEMS
from jaxlive.web.shared import Shared

routes = APIRouter(prefix="/experiments", tags=["experiments"])


def info(experiment: Experiment) -> ExperimentInfo:
    """An experiment's declaration as JSON."""
    source = experiment.source
    return ExperimentInfo(
        name=experiment.name,
        title=experiment.title,
        section=experiment.section,
        summary=experiment.summary,
        params=experiment.params.model_json_schema(),
        variants=list(experiment.variants),
        source=Source(path=str(source.path), code=source.code, first_line=source.first_line),
        typical_seconds=experiment.typical_seconds,
        needs=list(experiment.needs),
    )


class Notebook(Response):
    """A file for Jupyter."""

    media_type = "application/x-ipynb+json"


@routes.get("")
async def list_experiments(shared: Shared) -> list[ExperimentInfo]:
    """All experiments."""
    return [info(experiment) for experiment in shared.experiments.values()]


@routes.get("/{name}", responses={404: PROBLEMS[404]})
async def get_experiment(name: str, shared: Shared) -> ExperimentInfo:
    """One experiment: its parameters, its code, how long it takes."""
    return info(find(shared.experiments, name))


@routes.get("/{name}/notebook", response_class=Notebook, responses={404: PROBLEMS[404]})
def get_notebook(name: str, request: Request, shared: Shared) -> Response:
    """One experiment as a notebook for Jupyter and Colab, with its recording."""
    experiment = find(shared.experiments, name)
    saved_as = f'attachment; filename="{experiment.name}.ipynb"'
    content = text(experiment, f"{request.base_url}{experiment.name}")
    return Notebook(content, headers={"content-disposition": saved_as})
