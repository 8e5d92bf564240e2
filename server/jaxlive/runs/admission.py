"""What is decided before a run is queued: a known experiment, good parameters, enough memory."""

import json
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from jaxlive.lab.declare.environment import Environment, available_memory
from jaxlive.lab.declare.experiment import Experiment, Params
from jaxlive.runs.errors import BadParameters, UnknownName, bad_parameters
from jaxlive.runs.models import ParameterError


def find(experiments: dict[str, Experiment], name: str) -> Experiment:
    """The experiment of this name. Raises UnknownName, with the nearest names."""
    if name in experiments:
        return experiments[name]
    near = " or ".join(get_close_matches(name, experiments)) or ", ".join(experiments)
    raise UnknownName(f"no experiment {name[:80]!r}: try {near}")


def check(experiment: Experiment, params: Any) -> Params:
    """The validated parameters. Raises BadParameters."""
    try:
        return experiment.params.model_validate(params)
    except ValidationError as error:
        raise bad_parameters(error.errors()) from None


def check_body(experiment: Experiment, body: bytes) -> Params:
    """The validated parameters of a request's body; none are the defaults. Raises BadParameters."""
    try:
        params = json.loads(body) if body else {}
    except json.JSONDecodeError as error:
        found = {"type": "json_invalid", "loc": (error.pos,), "ctx": {"error": error.msg}}
        raise bad_parameters([found]) from None
    except (ValueError, RecursionError):
        raise BadParameters("the body isn't valid JSON: correct it") from None
    return check(experiment, params)


def check_memory(params: Params, environment: Environment | None) -> None:
    """Raise BadParameters when a run needs more bytes than its device has."""
    needed = params.bytes_needed()
    if needed and needed > (available := _available(params.device, environment)):
        sentence = f"needs {needed / 1e9:.1f} GB of memory, only {available / 1e9:.1f} GB are available"
        errors = [
            ParameterError(field=name, message=sentence, got=repr(value))
            for name, value in params
            if isinstance(value, int) and not isinstance(value, bool)
        ]
        raise BadParameters(f"A run of this size {sentence}. Choose a smaller size.", errors)


def _available(device: str, environment: Environment | None) -> int:
    devices = environment.devices if environment else []
    gpus = [found.memory_bytes for found in devices if found.kind == "gpu" and device != "cpu"]
    return (gpus[0] if gpus else None) or available_memory()
