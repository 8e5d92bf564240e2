"""Needs a package that nobody has."""

from collections.abc import Iterator

from jaxlive.lab.declare.blocks import Note
from jaxlive.lab.declare.experiment import Output, Params, experiment


# region slide
@experiment(title="Needy", section="Faults", typical_seconds=0.1, needs=("no_such_package",))
def needy(_: Params) -> Iterator[Output]:
    yield Note(text="never")


# endregion slide
