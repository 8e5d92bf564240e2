"""The Python function within what `jax.jit` and others made of it: its file, its listing."""

import inspect
import textwrap
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

from jaxlive.lab.declare.blocks import Stage
from jaxlive.lab.declare.experiment import as_shown
from jaxlive.lab.programs.listings import Lines, Origin


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """The Python function within jit, grad, partial and the like."""
    inner = inspect.unwrap(function)
    return plain(inner.func) if isinstance(inner, partial) else inner


def origin(function: Callable[..., Any]) -> Origin:
    """The file of the function, without the lines on the stack now: they call the compiler."""
    path = inspect.getsourcefile(function) or ""
    stack = traceback.extract_stack()
    return Origin(path, frozenset(frame.lineno for frame in stack if frame.filename == path))


def python(function: Callable[..., Any]) -> Stage:
    """The stage that a speaker wrote."""
    source, first = inspect.getsourcelines(function)
    lines: Lines = list(range(first, first + len(source)))
    text = as_shown(textwrap.dedent("".join(source)).rstrip())
    return Stage(name="python", text=text, lines=lines, count=len(lines))
