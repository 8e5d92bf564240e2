"""Blocks of values, and of the errors that a slide is about; what a call prints."""

import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import jax
import numpy as np

from jaxlive.lab.declare.blocks import Raised, ValueItem, Values
from jaxlive.project import project

SMALL = 64
"""Elements up to which a value travels as data too."""


def values(label: str, **named: Any) -> Values:
    """Arrays and numbers under their names, in order."""
    return Values(label=label, items=[_item(name, value) for name, value in named.items()])


def raises(label: str, function: Callable[[], object]) -> Raised:
    """The exception that `function` raises, and the line of its file where JAX met what is wrong.

    Raises AssertionError when it raises nothing: then the slide is wrong.
    """
    try:
        got = function()
    except Exception as error:  # noqa: BLE001 - any exception may be the one that the slide is about
        frame = _frames(error, function.__code__.co_filename)[-1]
        return Raised(
            label=label,
            type=type(error).__name__,
            message=without_root(str(error)),
            line=frame.lineno,
            source=frame.line,
        )
    raise AssertionError(f"{label}: expected an exception, got {got!r}; show the value instead")


def _frames(error: BaseException, path: str) -> list[traceback.FrameSummary]:
    """The frames in this file, and after them those of the cause, which JAX raised at the traced line.

    A cause of the same type is another event: the first use of a key that was used twice.
    """
    inside = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    cause = error.__cause__
    return inside + (_frames(cause, path) if cause and type(cause) is not type(error) else [])


def without_root(text: str) -> str:
    """Paths from the talk's folder on: where it lies differs from machine to machine."""
    return text.replace(f"{project().root}/", "")


def printed(function: Callable[..., Any], *args: Any) -> tuple[Any, list[str]]:
    """What a call returns, and the lines that it prints, those of `jax.debug.print` included."""
    with redirect_stdout(StringIO()) as text:
        result = function(*args)
        jax.effects_barrier()
    return result, text.getvalue().splitlines()


def _item(name: str, value: Any) -> ValueItem:
    array = np.asarray(value)
    return ValueItem(
        name=name,
        dtype=str(getattr(value, "dtype", type(value).__name__)),
        shape=list(array.shape),
        text=str(array),
        data=array.tolist() if array.size <= SMALL else None,
    )
