"""Says back what it was given: the trivial run, for measuring what surrounds it."""

from collections.abc import Iterator

from pydantic import Field

from jaxlive.lab.declare.blocks import Note
from jaxlive.lab.declare.experiment import Output, Params, experiment


class EchoParams(Params):
    number: int = Field(1, ge=0, le=10)
    ratio: float = Field(0.5, ge=0, le=1)


# region slide
@experiment(title="Echo", section="Faults", typical_seconds=0.01)
def echo(params: EchoParams) -> Iterator[Output]:
    yield Note(text=f"number is {params.number}")


# endregion slide
