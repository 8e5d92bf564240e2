"""What each of XLA's passes does to a function: differences of its HLO, from the first text to the last."""

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from time import perf_counter
from typing import Any

import jax
from jax.stages import Wrapped

from jaxlive.lab.declare.blocks import Change, Pass, Passes, Stage
from jaxlive.lab.programs import xla
from jaxlive.lab.programs.functions import plain, python
from jaxlive.lab.programs.listings import Lines
from jaxlive.lab.programs.stages import hlo_reader, lowered_anew
from jaxlive.lab.programs.xla import Dump, Untold

CONTEXT = 3
SCHEDULED = "is_scheduled=true"


def passes(function: Wrapped, *args: Any, label: str | None = None) -> Iterator[Passes]:
    """XLA's passes over a function that `jax.jit` made, for these arguments: all that ran, in order.

    Compiles twice, once without the dumps. Where XLA tells nothing, the block has no passes and says why.
    """
    inner = plain(function)
    lowered, place = lowered_anew(function, *args)
    start = perf_counter()
    lowered.compile()
    told = perf_counter()
    block = Passes(
        label=label or inner.__name__,
        python=python(inner),
        first=None,
        last=None,
        passes=[],
        compile_s=None,
        plain_s=told - start,
    )
    try:
        with xla.dumped(lowered, passes=True) as folder:
            block.compile_s = perf_counter() - told
            dumps = xla.passes(folder)
        _fill(block, dumps, hlo_reader(lowered, place))
    except Untold as untold:
        block.remark = str(untold)
    yield block


def _fill(block: Passes, dumps: Sequence[Dump], read: Callable[[str], Stage]) -> None:
    if not dumps:
        raise Untold(f"XLA of JAX {jax.__version__} wrote no text after any pass")
    stage = cache(read)  # most passes change nothing
    block.first, block.last = stage(dumps[0].text), stage(dumps[-1].text)
    block.passes = list(steps([(dump, stage(dump.text)) for dump in dumps]))


def steps(texts: Sequence[tuple[Dump, Stage]]) -> Iterator[Pass]:
    """The passes, each with what it changed.

    What has changed when a pipeline begins was no pass: XLA's scheduler, where the program has an order now.
    """
    before = texts[0][1]
    for dump, after in texts:
        change = difference(before, after)
        if dump.name or change:
            scheduled = SCHEDULED in _header(after) and SCHEDULED not in _header(before)
            name = dump.name or ("scheduling" if scheduled else "between pipelines")
            yield Pass(
                pipeline=dump.pipeline,
                name=name,
                instructions=after.count or 0,
                fusions=len(after.fusions),
                change=change,
            )
        before = after


def difference(old: Stage, new: Stage) -> Change | None:
    """The unified difference of two texts without their first lines; None where there is none."""
    if old is new:
        return None
    a, b = old.text.splitlines()[1:], new.text.splitlines()[1:]
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    text: list[str] = []
    lines: Lines = []
    for group in matcher.get_grouped_opcodes(CONTEXT):
        (_, first, _, start, _), (_, _, last, _, end) = group[0], group[-1]
        text.append(f"@@ -{first + 2},{last - first} +{start + 2},{end - start} @@")
        lines.append(None)
        for tag, i, j, k, m in group:
            sides = [(" ", b, new, k, m)] if tag == "equal" else [("-", a, old, i, j), ("+", b, new, k, m)]
            for sign, rows, stage, low, high in sides:
                text += [sign + row for row in rows[low:high]]
                lines += stage.lines[low + 1 : high + 1]
    return Change(text="\n".join(text), lines=lines) if text else None


def _header(stage: Stage) -> str:
    return stage.text.split("\n", 1)[0]
