"""Live code: an experiment whose region `slide` has other lines, as if its file had them.

The lines go into `linecache`, which is where tracebacks, `inspect.getsource` and so the listings of programs
look first; the file itself stays as it is.
"""

import linecache
import sys
import traceback
from importlib.util import find_spec, module_from_spec
from traceback import FrameSummary

from jaxlive.lab.declare.experiment import Experiment, experiments


def with_region(experiment: Experiment, code: str) -> str:
    """The text of the experiment's file with this code as its region `slide`."""
    lines, region = experiment.path.read_text().split("\n"), experiment.source
    start = region.first_line - 1
    return "\n".join([*lines[:start], *code.split("\n"), *lines[start + region.code.count("\n") + 1 :]])


def edited(experiment: Experiment, code: str) -> Experiment:
    """The experiment as its file would declare it with this code.

    It replaces the original in this process. Raises whatever the module raises, SyntaxError included.
    """
    name, path, text = experiment.run.__module__, str(experiment.path), with_region(experiment, code)
    linecache.cache[path] = (
        len(text),
        None,
        text.splitlines(keepends=True),
        path,
    )  # None: never looked up again
    spec = find_spec(name)
    assert spec
    module = sys.modules[name] = module_from_spec(spec)
    exec(compile(text, path, "exec"), module.__dict__)
    return experiments()[experiment.name]


def traced(error: Exception, experiment: Experiment, code: str) -> tuple[int, list[str]] | None:
    """The traceback in lines of the region, which count from 1: the last of them, and the text.

    None when no line of the region is in it.
    """
    first, path = experiment.source.first_line, str(experiment.path)
    own = range(first, first + code.count("\n") + 1)
    frames = [
        FrameSummary("slide", (frame.lineno or 0) - first + 1, frame.name, line=frame.line)
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == path and frame.lineno in own
    ]
    if not frames:
        return None
    text = [*traceback.format_list(frames), *traceback.format_exception_only(error)]
    return frames[-1].lineno or 1, "".join(text).splitlines()
