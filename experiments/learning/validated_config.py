"""A typed configuration refuses nonsense before anything runs; a dictionary accepts it and fails late.

Source: Moritz Makowski, "JAX Capability Analysis", 2023, which gives typed metadata with ranges in place of
a dynamically typed ConfigDict: epochs 1 to 10,000, batches 1 to 1024, learning rate 1e-6 to 1, momentum
0 to 1. Expect: the good one builds; every bad field has a message that names it; the dictionary takes them
all, and half of them never fail: they give a wrong result.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import jax
import jax.numpy as jnp
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from jaxlive import Cell, Note, Output, Params, Table, experiment

STRICT = ConfigDict(strict=True, extra="forbid", frozen=True)


# region slide
Batch = Annotated[int, Field(ge=1, le=1024)]
Rate = Annotated[float, Field(ge=1e-6, le=1)]


class Config(BaseModel):
    model_config = STRICT
    mode: Literal["flax", "pytorch"] = "flax"
    epochs: int = Field(10, ge=1, le=10_000)
    batch_training: Batch = 64
    batch_validation: Batch = 64
    learning_rate: Rate = 0.001
    momentum: float = Field(0.9, ge=0, le=1)


# endregion slide

GOOD: dict[str, Any] = {"learning_rate": 0.1}
BAD: list[dict[str, Any]] = [
    {"epochs": 0},
    {"epochs": "ten"},
    {"batch_training": 0},
    {"batch_validation": "64"},
    {"learning_rate": -0.1},
    {"momentum": 1.5},
    {"mode": "jax"},
    {"learningrate": 0.1},
]
SAMPLES = 256


class ValidatedConfigParams(Params):
    """Nothing but the device."""


@experiment(title="Refused before it runs", section="Learning", typical_seconds=0.2)
def validated_config(_: ValidatedConfigParams) -> Iterator[Output]:
    """Each bad field: what the typed configuration says, and what becomes of it in a dictionary."""
    rows: list[list[Cell]] = []
    for fields in [GOOD, *BAD]:
        name, value = next(iter(fields.items()))
        rows.append([f"{name} = {value!r}", refusal(fields), outcome(fields)])
    yield Table(label="refused or not", columns=["field", "typed", "dictionary"], rows=rows)
    refused = sum(row[1] != "builds" for row in rows)
    silent = sum(str(row[2]).startswith("loss") for row in rows[1:])
    yield Note(
        text=f"The typed configuration refuses {refused} of {len(BAD)}; of the same, the dictionary "
        f"runs {silent} to the end without a word."
    )


def refusal(fields: dict[str, Any]) -> str:
    """What the typed configuration says."""
    try:
        Config(**fields)
    except ValidationError as error:
        return "; ".join(problem["msg"] for problem in error.errors())
    return "builds"


def outcome(fields: dict[str, Any]) -> str:
    """What learning with a dictionary comes to: where it fails, or its loss."""
    config = Config().model_dump() | fields
    done: list[int] = []
    try:
        return f"loss {learn(config, done):.3g} after {len(done)} steps"
    except Exception as error:  # noqa: BLE001 - which one, and when, is the lesson
        return f"{type(error).__name__} after {len(done)} steps"


@jax.jit
def updated(w: Any, v: Any, rate: Any, momentum: Any) -> Any:
    v = momentum * v + jax.grad(error)(w)
    return w - rate * v, v


def error(w: Any) -> Any:
    return jnp.mean((w - 1) ** 2)


def learn(config: dict[str, Any], done: list[int]) -> float:
    w = v = jnp.zeros(8)
    for _ in range(config["epochs"]):
        for _ in range(0, SAMPLES, config["batch_training"]):
            rate, momentum = config["learning_rate"], config["momentum"]
            w, v = updated(w, v, rate, momentum)
            done.append(1)
    range(0, SAMPLES, config["batch_validation"])
    return float(error(w))
