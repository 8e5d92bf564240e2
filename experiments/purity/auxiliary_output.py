"""Return what you'd log: under jit the second result works as well as the first.

    score = softmax(q kᵀ / √d)        y = score v

Source: Yu Yin, "JAX: A Brief Introduction", 2022, slide 20: attention that returns (y, score).
Expect: scores whose rows sum to 1, fresh at each call. The logging version under jit prints a tracer, once,
and the score that it logged is useless outside.
"""

from collections.abc import Callable, Iterator
from typing import Any

import jax
import numpy as np
from jax.nn import softmax
from pydantic import Field

from jaxlive import Cell, Note, Output, Params, Printed, Table, experiment, printed, raises, values


# region slide
@jax.jit
def attention(q, k, v):
    root = np.sqrt(q.shape[-1])
    score = softmax(q @ k.T / root)
    return score @ v, score


# endregion slide


# region logging
log = []


def log_attention(q, k, v):
    root = np.sqrt(q.shape[-1])
    score = softmax(q @ k.T / root)
    print("score:", score)
    log.append(score)
    return score @ v


fast_logging = jax.jit(log_attention)


# endregion logging


def most() -> Any:
    return log[-1].max()


class AuxiliaryOutputParams(Params):
    """How many tokens, of which size."""

    tokens: int = Field(3, ge=2, le=512, description="tokens", json_schema_extra={"unit": "tokens"})
    width: int = Field(2, ge=1, le=512, description="numbers in each", json_schema_extra={"unit": "numbers"})
    seed: int = Field(0, ge=0, le=1_000_000, description="seed of queries, keys and values")


@experiment(title="Return it instead of logging", section="Purity", typical_seconds=0.7)
def auxiliary_output(params: AuxiliaryOutputParams) -> Iterator[Output]:
    """What the logging version keeps and prints at two calls, and what the other one returns."""
    calls = np.random.default_rng(params.seed).standard_normal(
        (2, 3, params.tokens, params.width), np.float32
    )
    jax.clear_caches()
    plain, _ = logged(log_attention, calls)
    traced, lines = logged(fast_logging, calls)
    columns = ["logging version", "scores after call 1", "after call 2", "each a"]
    yield Table(label="the log", columns=columns, rows=[["without jit", *plain], ["with jit", *traced]])
    yield Printed(label="printed at two calls", lines=lines)
    yield raises("the logged score", most)
    yield from returned(calls)


def logged(function: Callable[..., Any], calls: Any) -> tuple[list[Cell], list[str]]:
    """How many scores are in the log after each call, and of which type; what was printed."""
    log.clear()
    (_, first), one = printed(function, *calls[0]), len(log)
    (_, second), two = printed(function, *calls[1]), len(log)
    return [one, two, type(log[-1]).__name__], first + second


def returned(calls: Any) -> Iterator[Output]:
    """Both results; what the rows of the scores sum to, and that each call has a score of its own."""
    (y, score), (_, next_score) = (attention(*call) for call in calls)
    yield values("two results", y=y, score=score, row_sums=score.sum(axis=1))
    off = np.abs(np.sum([score, next_score], axis=2) - 1).max()
    apart = np.abs(np.asarray(score - next_score)).max()
    yield Note(
        text=f"Rows sum to 1 up to {off:.0e} at both calls; the second call has another score, "
        f"by up to {apart:.2f}."
    )
