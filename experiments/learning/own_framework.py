"""A framework in thirty lines: layers are data, models are functions of them, and jax.tree does the rest.

    rating(user, film) = vector of the user · vector of the film        above or below the mean

Source: Yu Yin, "JAX: A Brief Introduction", 2022, slides 27 to 29, which asks for frameworks of one's own,
for recommenders and federated learning.
Expect: the error on ratings that were kept back falls far below that of always saying the mean, towards the
noise of the ratings; and a model averaged over two clients, who never show each other a rating, follows,
with some seeds many rounds later.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import Append, Axis, Cell, Note, Output, Params, Point, Series, Table, experiment

USERS, FILMS, RANK = 60, 40, 2
TRAINING, KEPT_BACK = 1200, 300
NOISE = 0.3
STEPS, RATE = 10, 5.0


# region slide
class Embedding(NamedTuple):
    table: jax.Array

    def __call__(self, index):
        return self.table[index]


class Recommender(NamedTuple):
    users: Embedding
    films: Embedding

    def __call__(self, user, film):
        u = self.users(user)
        f = self.films(film)
        return (u * f).sum(-1)


# endregion slide


class Ratings(NamedTuple):
    """Who rated what, and how far from the mean."""

    user: Any
    film: Any
    stars: Any


# region training
def loss(model, data):
    stars = model(data.user, data.film)
    error = stars - data.stars
    return jnp.mean(error**2)


@jax.jit
def step(model, data):
    slopes = jax.grad(loss)(model, data)
    return jax.tree.map(
        lambda w, slope: w - RATE * slope,
        model,
        slopes,
    )


# endregion training


# region federated
def train(model, data):
    for _ in range(STEPS):
        model = step(model, data)
    return model


def federated(model, clients):
    trained = [train(model, own) for own in clients]
    return jax.tree.map(
        lambda *each: sum(each) / len(each),
        *trained,
    )


# endregion federated


class OwnFrameworkParams(Params):
    """How long it learns, and from which random ratings."""

    rounds: int = Field(
        40, ge=1, le=500, description="rounds of ten steps", json_schema_extra={"unit": "rounds"}
    )
    seed: int = Field(0, ge=0, le=2**31 - 1, description="seed of the ratings and of the first model")


@experiment(title="Your own framework", section="Learning", typical_seconds=1.6)
def own_framework(params: OwnFrameworkParams) -> Iterator[Output]:
    """The error on ratings kept back, round by round: all ratings, two clients averaged, one client alone."""
    seen, kept_back, start = problem(np.random.default_rng(params.seed))
    clients = [Ratings(*(part[seen.user % 2 == own] for part in seen)) for own in (0, 1)]
    learners = {
        "all ratings": partial(train, data=seen),
        "two clients": partial(federated, clients=clients),
        "one client": partial(train, data=clients[0]),
    }
    models = dict.fromkeys(learners, start)
    label = "error on ratings kept back"
    yield Series(label=label, x=Axis(label="round"), y=Axis(label=label, unit="stars"))
    for round_ in range(params.rounds + 1):
        errors = {name: rms(model, kept_back) for name, model in models.items()}
        yield Append(label=label, points=[Point(line=name, x=round_, y=y) for name, y in errors.items()])
        models = {name: learn(models[name]) for name, learn in learners.items()}
    mean = float(np.sqrt(np.mean(kept_back.stars**2)))
    listed = {"always the mean": mean, **errors, "noise of the ratings": NOISE}
    rows: list[list[Cell]] = [[name, error] for name, error in listed.items()]
    yield Table(label="errors", columns=["learned from", "stars"], rows=rows)
    yield Note(
        text=f"Always saying the mean is {mean:.2f} stars off; all ratings bring that to "
        f"{errors['all ratings']:.2f}, two clients to {errors['two clients']:.2f}. The noise is {NOISE}."
    )


def problem(rng: np.random.Generator) -> tuple[Ratings, Ratings, Recommender]:
    """Ratings to learn from, ratings kept back, and a first model; users and films have two hidden traits."""
    users, films = (rng.standard_normal((count, RANK)) for count in (USERS, FILMS))
    user, film = np.divmod(rng.permutation(USERS * FILMS)[: TRAINING + KEPT_BACK], FILMS)
    stars = 0.7 * (users[user] * films[film]).sum(-1) + NOISE * rng.standard_normal(user.size)
    seen = Ratings(user[:TRAINING], film[:TRAINING], stars[:TRAINING].astype(np.float32))
    kept_back = Ratings(user[TRAINING:], film[TRAINING:], stars[TRAINING:].astype(np.float32))
    tables = (0.3 * rng.standard_normal((count, RANK), np.float32) for count in (USERS, FILMS))
    return seen, kept_back, Recommender(*map(Embedding, map(jnp.asarray, tables)))


def rms(model: Recommender, data: Ratings) -> float:
    """Root of the mean squared error."""
    return float(jnp.sqrt(loss(model, data)))
