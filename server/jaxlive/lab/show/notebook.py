"""An experiment in a notebook: its blocks below the cell, each when the run has ended."""

from collections.abc import Iterable

from jaxlive.lab.declare.blocks import AnyBlock, Append, Series, Timings, identity
from jaxlive.lab.show.markdown import markdown
from jaxlive.lab.show.pictures import png

Bundle = dict[str, str]
"""One output, by media type."""


def show(run: Iterable[AnyBlock | Append]) -> None:
    """Display what a run yields, in its last state."""
    from IPython.display import display

    for block in last_states(run):
        for bundle in bundles(block):
            display(bundle, raw=True)


def bundles(block: AnyBlock) -> list[Bundle]:
    """A block as a notebook keeps it: a picture where it has one, else Markdown; both of timings."""
    picture, words = png(block), markdown(block)
    drawn = [{"text/plain": words, "image/png": picture}] if picture else []
    told = [{"text/plain": words, "text/markdown": words}]
    return drawn + told if isinstance(block, Timings) else drawn or told


def last_states(run: Iterable[AnyBlock | Append]) -> list[AnyBlock]:
    """The blocks of a run: one with a label replaces that of the same kind and label, points are appended."""
    blocks: dict[tuple[str, str], AnyBlock] = {}
    for output in run:
        if isinstance(output, Append):
            series = blocks["series", output.label]
            assert isinstance(series, Series)
            blocks["series", output.label] = series.model_copy(
                update={"points": [*series.points, *output.points]}
            )
        else:
            blocks[identity(output, len(blocks))] = output
    return list(blocks.values())
