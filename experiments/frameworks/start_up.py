"""The first seconds of a program go to imports: what each package costs, and what its first result adds.

Source: Moritz Makowski, "JAX Capability Analysis", 2023, which warns of some seconds at every start, as
each command imports PyTorch.
Expect: torch and flax cost the most; JAX takes a moment longer until its first result, as its first call
starts a backend and compiles; and the experiments of this talk, which import torch and flax only where
they use them, load without them.
"""

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from pydantic import Field

from jaxlive import Note, Output, Params, Table, current_platform, experiment
from jaxlive.project import project

STARTS = {
    "numpy": "numpy.ones(1) + 1",
    "scipy.optimize": "",
    "jax": "(jax.numpy.ones(1) + 1).item()",
    "flax.nnx": "",
    "torch": "torch.ones(1) + 1",
}

# region slide
CLOCK = """
import os, sys, time

start = time.perf_counter()
import {package}
imported = time.perf_counter() - start

{first_result}
print(imported, time.perf_counter() - start)

print(*sys.modules, flush=True)
os._exit(0)
"""
# endregion slide

TALK = "jaxlive.lab.declare.experiment as lab; lab.experiments()"
LAZY = ("torch", "flax")


class StartUpParams(Params):
    """How long to measure."""

    budget: float = Field(
        8.0,
        ge=0.0,
        le=60.0,
        description="time budget; it always measures at least one round",
        json_schema_extra={"unit": "s"},
    )


@experiment(title="Seconds before the first line", section="Frameworks", typical_seconds=8)
def start_up(params: StartUpParams) -> Iterator[Output]:
    """Rounds of fresh Python processes, one for each package; then this talk's own modules."""
    readings: dict[str, list[list[float]]] = defaultdict(list)
    begun, rounds = perf_counter(), 0
    while rounds == 0 or (perf_counter() - begun) * (rounds + 1) / rounds < params.budget:
        for package, first_result in STARTS.items():
            readings[package].append(started(package, first_result)[0])
            yield table(readings)
        rounds += 1
    if not project().experiments:
        return  # away from its talk, as in a notebook
    (seconds, _), modules = started(TALK)
    loaded = [name for name in LAZY if name in modules]
    yield Note(
        text=f"All experiments of this talk load in {seconds:.1f} s, "
        f"{'with ' + ' and '.join(loaded) if loaded else 'without ' + ' or '.join(LAZY)}."
    )


def started(package: str, first_result: str = "") -> tuple[list[float], set[str]]:
    """Seconds to import and to the first result, in a new process, and the modules it has then."""
    child = subprocess.run(
        [sys.executable, "-c", CLOCK.format(package=package, first_result=first_result)],
        cwd=project().root, env=environment(), text=True, check=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
    )  # fmt: skip
    times, modules = child.stdout.splitlines()[-2:]
    return [float(seconds) for seconds in times.split()], set(modules.split())


def environment() -> dict[str, str]:
    """That of this process, the same kind of device, and no reservation of a GPU that is in use."""
    own = {"XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    return os.environ | own | ({"JAX_PLATFORMS": "cpu"} if current_platform() == "cpu" else {})


def table(readings: dict[str, list[list[float]]]) -> Table:
    """Medians so far; a first result only where one is asked for."""
    medians = {
        package: [median(column) for column in zip(*found, strict=True)]
        for package, found in readings.items()
    }
    return Table(
        label="seconds in a fresh Python",
        columns=["package", "import, s", "first result, s", "runs"],
        rows=[
            [package, imported, result if STARTS[package] else None, len(readings[package])]
            for package, (imported, result) in medians.items()
        ],
    )
