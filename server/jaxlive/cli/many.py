"""Many experiments one after the other: kept as recordings, or as logs."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from pathlib import Path

from jaxlive.cli.cards import check_names, file_name, settings
from jaxlive.cli.execute import local, machine
from jaxlive.cli.floors import of_run
from jaxlive.cli.show import FAILED, SUCCESS, console, show
from jaxlive.cli.slides import written
from jaxlive.lab.declare.experiment import Experiment, Params, experiments
from jaxlive.project import project
from jaxlive.runs.admission import find
from jaxlive.runs.models import Run

Setting = tuple[Experiment, Params]


def record(*names: str, machine: str) -> int:
    """Run experiments and keep the runs in recordings/MACHINE, for a talk without a server.

    Each runs with its default parameters, and with those that cards of the deck pin. If a run isn't done, or
    beats the GPU's data sheet, the old recording stays.

    Parameters
    ----------
    names
        Experiments; all of them if you name none.
    machine
        A label for this machine, which names the folder.
    """
    declared, deck = experiments(), written()
    check_names(deck, declared)
    chosen = [find(declared, name) for name in names] or list(declared.values())
    runs = [(experiment, params) for experiment in chosen for params in settings(experiment, deck.runs)]
    return asyncio.run(_record(runs, machine))


def run_all(*, json_dir: Path | None = None) -> int:
    """Run all experiments; the exit code is 0 only if every one is done.

    Parameters
    ----------
    json_dir
        Write each run with its environment to NAME.json in this folder.
    """
    return asyncio.run(_run_all(json_dir))


async def _record(chosen: Iterable[Setting], label: str) -> int:
    folder, failed = project().recordings / label, []
    async with aclosing(_runs(chosen)) as runs:
        async for run, file in runs:
            impossible = of_run(run).stops
            console.print(*impossible, sep="\n", end="\n" if impossible else "", markup=False)
            if run.status == "done" and run.environment and not impossible:
                environment = run.environment.model_copy(update={"machine": label})
                _write(
                    run.model_copy(update={"source": "recorded", "environment": environment}), folder / file
                )
            else:
                failed.append(file)
    return _told(failed)


async def _run_all(folder: Path | None) -> int:
    failed = []
    async with aclosing(_runs((declared, declared.params()) for declared in experiments().values())) as runs:
        async for run, file in runs:
            if folder:
                _write(run, folder / file)
            if run.status != "done":
                failed.append(run.experiment)
    return _told(failed)


async def _runs(chosen: Iterable[Setting]) -> AsyncGenerator[tuple[Run, str]]:
    """Each run at its end, with the name of a file for it."""
    async with machine(spares=1) as services:
        for experiment, params in chosen:
            file = file_name(experiment, params)
            console.rule(file.removesuffix(".json"))
            yield await show(local(services, experiment, params)), file


def _told(failed: list[str]) -> int:
    console.print(f"not done: {', '.join(failed)}" if failed else "all done")
    return FAILED if failed else SUCCESS


def _write(run: Run, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(run.model_dump_json() + "\n")
