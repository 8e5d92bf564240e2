"""While it is traced, a function sees tracers: dtype and shape without a value, so it cannot branch on one.

Sources: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024;
Alex McKinney, "On Learning JAX", 2023, which says that compiled code has worse error messages.
Expect: a TracerBoolConversionError that names bool[] for a branch on the argument; a print that shows a
tracer, once for each trace; and a traceback whose frames are nearly all of JAX when it is not filtered.
"""

import io
import traceback
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import jax
import numpy as np
from jax import grad, jit, vmap

from jaxlive import Cell, Note, Output, Params, Printed, Table, experiment, raises, values
from jaxlive.lab.declare.values import without_root


# region slide
def power(x):
    return x**2 if x < 0 else x**3


power_jit = jax.jit(power)
# endregion slide


# region print
@jax.jit
def show(x):
    print("x is", x)
    return x + 1


# endregion print


# region long
slopes = jit(vmap(grad(power)))
# endregion long


class TracersParams(Params):
    """Nothing but the device."""


@experiment(title="Stand-ins without values", section="Compilation", typical_seconds=0.3)
def tracers(_: TracersParams) -> Iterator[Output]:
    """The branch with and without jit, what print shows, and the traceback of a nested transformation."""
    yield values("without jit", power=power(1.0))
    yield raises("with jit", lambda: power_jit(1.0))
    yield printed()
    yield from long_and_short()


def printed() -> Table:
    """What `show` prints in each call, from an empty cache."""
    jax.clear_caches()
    calls: dict[str, Any] = {
        "show([1. 2.])": np.array([1, 2], np.float32),
        "show([3. 4.])": np.array([3, 4], np.float32),
    }
    calls |= {"show([[1.]])": np.ones((1, 1), np.float32), "show(1.0)": 1.0}
    rows: list[list[Cell]] = []
    for call, x in calls.items():
        with redirect_stdout(io.StringIO()) as out:
            result = show(x)
        rows.append([call, out.getvalue().strip() or "nothing", str(np.asarray(result))])
    return Table(label="print inside", columns=["call", "prints", "result"], rows=rows)


def long_and_short() -> Iterator[Output]:
    """The traceback of one mistake as JAX shows it and in full, and the line to look for."""
    shown = {"filtered": formatted("auto"), "in full": formatted("off")}
    for label, (lines, *_) in shown.items():
        yield Printed(label=label, lines=lines)
    rows: list[list[Cell]] = [[label, len(lines), *frames] for label, (lines, *frames) in shown.items()]
    yield Table(label="two tracebacks", columns=["traceback", "lines", "frames", "yours"], rows=rows)
    full = shown["in full"][0]
    yield Note(text=f"The line to look for is the last one of your own file: {line_to_look_for(full)}")


def formatted(filtering: str) -> tuple[list[str], int, int]:
    """The lines of the traceback of `slopes`, its frames, and how many of them are of this file."""
    before = jax.config.jax_traceback_filtering  # type: ignore[attr-defined]
    jax.config.update("jax_traceback_filtering", filtering)
    try:
        slopes(np.ones(3, np.float32))
    except jax.errors.TracerBoolConversionError as error:
        frames = traceback.extract_tb(error.__traceback__)
        lines = without_root("".join(traceback.format_exception(error))).splitlines()
        return lines, len(frames), sum(frame.filename == __file__ for frame in frames)
    finally:
        jax.config.update("jax_traceback_filtering", before)
    raise AssertionError("expected an exception: a gradient of a branch on its argument was traced")


def line_to_look_for(lines: list[str]) -> str:
    """File, line number and code of the last frame of this file."""
    found = [i for i, line in enumerate(lines) if f'"{without_root(__file__)}", line' in line]
    number = lines[found[-1]].split(", ")[1]
    return f"{Path(__file__).name}, {number}: {lines[found[-1] + 1].strip()}"
