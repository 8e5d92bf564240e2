"""Many experiments one after the other, with default parameters: kept as recordings, or as logs."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from pathlib import Path

from cli.execute import local, machine
from cli.show import FAILED, SUCCESS, console, show
from experiments.lab.experiment import ROOT, Experiment, experiments
from server.admission import find
from server.models import Run


def record(*names: str, machine: str) -> int:
    """Run experiments and keep the runs in recordings/MACHINE, for when no machine is there.

    Parameters
    ----------
    names
        Experiments; all of them when none is named.
    machine
        The label of this machine, a folder's name.
    """
    declared = experiments()
    chosen = [find(declared, name) for name in names] or list(declared.values())
    return asyncio.run(_record(chosen, ROOT / "recordings" / machine))


def run_all(*, json_dir: Path | None = None) -> int:
    """Run all experiments; the exit code is 0 when every one is done.

    Parameters
    ----------
    json_dir
        Write each run with its environment to NAME.json in this folder.
    """
    return asyncio.run(_run_all(json_dir))


async def _record(chosen: Iterable[Experiment], folder: Path) -> int:
    code = SUCCESS
    async with aclosing(_runs(chosen)) as runs:
        async for run in runs:
            if run.status == "done":
                _write(run.model_copy(update={"source": "recorded"}), folder)
            else:
                code = FAILED
    return code


async def _run_all(folder: Path | None) -> int:
    failed = []
    async with aclosing(_runs(experiments().values())) as runs:
        async for run in runs:
            if folder:
                _write(run, folder)
            if run.status != "done":
                failed.append(run.experiment)
    console.print(f"not done: {', '.join(failed)}" if failed else "all done")
    return FAILED if failed else SUCCESS


async def _runs(chosen: Iterable[Experiment]) -> AsyncGenerator[Run]:
    async with machine() as services:
        for experiment in chosen:
            console.rule(experiment.name)
            yield await show(local(services, experiment, experiment.params()))


def _write(run: Run, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{run.experiment}.json").write_text(run.model_dump_json(indent=1))
