"""The command that writes notebooks."""

from pathlib import Path

from jaxlive.cli.execute import Refused
from jaxlive.cli.show import SUCCESS, console
from jaxlive.lab.declare.experiment import Experiment, experiments
from jaxlive.notebook.assemble import text
from jaxlive.runs.admission import find

AT_HOME = "http://127.0.0.1:8000"


def notebook(*names: str, out: Path = Path("notebooks"), site: str | None = None) -> int:
    """Write experiments as notebooks, for Jupyter and Colab; each has all that it needs, and its recording.

    Parameters
    ----------
    names
        Experiments; all of them if you name none.
    out
        The folder for NAME.ipynb.
    site
        Where the static site is, for the link back to the slide; without it, the talk on this machine.
    """
    declared = experiments()
    chosen = [find(declared, name) for name in names] or list(declared.values())
    place = f"{site.rstrip('/')}/#" if site else AT_HOME
    for experiment in chosen:
        write(experiment, out, f"{place}/{experiment.name}")
    console.print(f"{len(chosen)} in {out}/", markup=False, highlight=False)
    return SUCCESS


def write(experiment: Experiment, folder: Path, link: str) -> None:
    """The file of a notebook. Raises Unfit, and Refused for a folder that cannot be written."""
    content = text(experiment, link)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{experiment.name}.ipynb").write_text(content)
    except OSError as error:
        raise Refused(
            f"{folder} can't be written ({error.strerror}): name another folder with --out"
        ) from None
