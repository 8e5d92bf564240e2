"""The programs of all experiments map to lines of their files.

Every experiment that calls `programs` runs once, with each number at its lowest bound and all else by
default: the program of a function hardly depends on the size of its arrays. It ends with the last program
that its recording has: what comes after is measured. `pytest -s` prints the shares.
"""

import re
from importlib.util import find_spec
from itertools import islice
from typing import Any

import pytest
from annotated_types import Ge

from jaxlive.lab.declare.blocks import Program
from jaxlive.lab.declare.experiment import Params, experiments
from tests.experiments.running import check_mapped, mapped_share
from tests.recorded import MEASURED, run_of

pytestmark = pytest.mark.slow
WITH_PROGRAMS = {
    name: one for name, one in experiments().items() if re.search(r"(?<!\w)programs\(", one.path.read_text())
}


def smallest(params: type[Params]) -> Params:
    """Parameters with each number at its lowest bound."""
    bounds: dict[str, Any] = {
        name: bound.ge
        for name, field in params.model_fields.items()
        for bound in field.metadata
        if isinstance(bound, Ge)
    }
    return params(**bounds)


def recorded(name: str) -> int | None:
    """How many programs its recordings have; None without one."""
    runs = (run_of(file) for file in MEASURED if file.stem == name)
    return max((sum(block.kind == "program" for block in run.blocks) for run in runs), default=None)


def test_some_experiments_show_their_programs() -> None:
    assert {"jit", "grad", "normalize"} <= WITH_PROGRAMS.keys()


@pytest.mark.parametrize("name", WITH_PROGRAMS)
def test_equations_map_to_lines_of_the_experiment(name: str) -> None:
    one = WITH_PROGRAMS[name]
    if missing := [package for package in one.needs if find_spec(package) is None]:
        pytest.skip(f"{name} needs {', '.join(missing)}")
    programs = (block for block in one.run(smallest(one.params)) if isinstance(block, Program))
    shown = list(islice(programs, recorded(name)))
    assert len(shown) == (recorded(name) or len(shown)) > 0
    for program in shown:
        shares = [f"{stage.name} {mapped_share(stage):.0%} of {stage.count}" for stage in program.stages[1:]]
        print(f"\n{name}, {program.label}: {', '.join(shares)}", end="")
        python, jaxpr, *_ = program.stages
        check_mapped(jaxpr, least=0.9)
        own = range(1, len(one.path.read_text().splitlines()) + 1)
        for stage in program.stages:
            assert all(line is None or line in own for line in stage.lines)
        assert {line for line in jaxpr.lines if line} & {line for line in python.lines if line}
