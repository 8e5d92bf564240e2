"""The points of a sweep: values of parameters, each combination of them."""

import re
from itertools import product
from typing import Any, get_args

import numpy as np

from jaxlive.lab.declare.experiment import Experiment, Params
from jaxlive.runs.admission import check
from jaxlive.runs.errors import BadParameters

RANGE = re.compile(r"(?P<start>[^.,]\S*?)\.\.(?P<end>\S+):(?P<scale>log|lin)(?P<count>\d{1,3})")


def grid(experiment: Experiment, over: list[str], devices: list[str]) -> list[Params]:
    """All combinations of the values and devices, each once. Raises BadParameters."""
    axes = {"device": devices} | dict(axis(experiment, text) for text in over)
    points = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    return list(dict.fromkeys(check(experiment, point) for point in points))


def axis(experiment: Experiment, text: str) -> tuple[str, list[Any]]:
    """Name and values of `array_length=1e3..1e8:log6`, `...:lin6` or `array_length=10,20`.

    Both ends are among the values. Raises BadParameters.
    """
    name, _, values = text.partition("=")
    field = experiment.params.model_fields.get(name)
    if field is None or not values:
        known = ", ".join(name for name in experiment.params.model_fields if name != "device")
        raise BadParameters(
            f"got --over {text}: expected NAME=1e3..1e8:log6 or NAME=10,20, with NAME one of {known}"
        )
    return name, [cast(field.annotation, value) for value in _texts(values)]


def cast(annotation: Any, value: str) -> Any:
    """A value as its parameter's type has it: 1e3 is the integer 1000. Raises BadParameters."""
    choices = get_args(annotation)
    if choices:
        return next((choice for choice in choices if str(choice) == value), value)
    try:
        return annotation(round(float(value))) if annotation is int else annotation(value)
    except (ValueError, OverflowError):
        raise BadParameters(f"got {value!r}: expected {annotation.__name__}") from None


def _texts(values: str) -> list[str]:
    parts = RANGE.fullmatch(values)
    if parts is None:
        return values.split(",")
    try:
        start, end, count = float(parts["start"]), float(parts["end"]), int(parts["count"])
        spread = np.geomspace if parts["scale"] == "log" else np.linspace
        return [repr(float(value)) for value in spread(start, end, count)]
    except ValueError as error:
        raise BadParameters(f"got the range {values}: {error}") from None
