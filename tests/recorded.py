"""The recordings that are kept, and a history in which they are the live runs."""

from contextlib import closing
from pathlib import Path

from jaxlive.runs.models import Run
from jaxlive.runs.store import Store
from tests.running import ROOT

FILES = sorted((ROOT / "recordings").glob("*/*.json"))
QUOTED = [file for file in FILES if file.parent.name == "rtx-3060-ti-2023"]
"""What a source measured; it never stands in for a run."""
MEASURED = [file for file in FILES if file not in QUOTED]


def run_of(file: Path) -> Run:
    """What a recording holds."""
    return Run.model_validate_json(file.read_text())


def rehearse(history: Path, *experiments: str) -> None:
    """Write a history in which the recordings of these experiments are live runs: their cards have results.

    Without one they are those of all.
    """
    with closing(Store(history)) as store:
        for run in map(run_of, MEASURED):
            if run.experiment in experiments or not experiments:
                live = run.model_copy(update={"source": "live"})
                store.save(live, live.model_dump_json(), [])
