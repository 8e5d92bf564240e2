"""`python -m tests.experiments.apart NAME PARAMS`: an experiment's blocks as JSON, one a line.

For one whose variables libraries read when they start: the process has them, as a worker would.
"""

import json
import os
import subprocess
import sys
from typing import Any

import jax
from pydantic import TypeAdapter

from jaxlive.lab.declare.blocks import Block
from jaxlive.lab.declare.environment import jax_device
from jaxlive.lab.declare.experiment import experiments
from tests.experiments.running import Results
from tests.running import ROOT

BLOCK: TypeAdapter[Any] = TypeAdapter(Block)


def apart(name: str, **params: Any) -> Results:
    """Run an experiment in a process with the variables that it declares."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.experiments.apart", name, json.dumps(params)],
        cwd=ROOT, env=os.environ | experiments()[name].environment, stdout=subprocess.PIPE, text=True,
        check=True,
    )  # fmt: skip
    return Results(map(BLOCK.validate_json, ended.stdout.splitlines()))


def main(name: str, params: str) -> None:
    """Run it and print its blocks."""
    experiment = experiments()[name]
    checked = experiment.params.model_validate_json(params)
    with jax.default_device(jax_device(checked.device)):
        for block in experiment.run(checked):
            print(block.model_dump_json())


if __name__ == "__main__":
    main(*sys.argv[1:])
