import jax
import jax.numpy as jnp
import numpy as np
import pytest

from experiments.learning.own_framework import (
    NOISE,
    Embedding,
    OwnFrameworkParams,
    Ratings,
    Recommender,
    federated,
    own_framework,
    problem,
    train,
)
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(own_framework(OwnFrameworkParams()))


def error(results: Results, name: str) -> float:
    return next(float(str(row[1])) for row in results.table("errors").rows if row[0] == name)


def test_the_error_falls_far_below_always_saying_the_mean(results: Results) -> None:
    assert NOISE < error(results, "all ratings") < error(results, "always the mean") / 2


def test_two_clients_come_close_to_all_ratings(results: Results) -> None:
    assert error(results, "two clients") == pytest.approx(error(results, "all ratings"), rel=0.1)


def test_one_client_alone_does_not(results: Results) -> None:
    assert error(results, "one client") > 1.5 * error(results, "two clients")


def test_the_series_has_all_rounds_of_all_learners(results: Results) -> None:
    points = results.series("error on ratings kept back").points
    assert len(points) == 3 * 41
    at_the_start = {point.y for point in points if point.x == 0}
    assert len(at_the_start) == 1


def test_models_are_trees_of_arrays() -> None:
    model = Recommender(Embedding(jnp.ones((2, 3))), Embedding(jnp.ones((4, 3))))
    assert [leaf.shape for leaf in jax.tree.leaves(model)] == [(2, 3), (4, 3)]
    assert float(model(0, 3)) == 3.0


def test_federated_averaging_is_the_mean_of_what_clients_learned() -> None:
    seen, _, start = problem(np.random.default_rng(1))
    first, second = (Ratings(*(part[half] for part in seen)) for half in (slice(600), slice(600, None)))
    averaged = federated(start, [first, second])
    for mean, one, other in zip(
        *map(jax.tree.leaves, (averaged, train(start, first), train(start, second))), strict=True
    ):
        np.testing.assert_allclose(mean, (one + other) / 2, rtol=1e-6)


def test_ratings_kept_back_are_not_learned_from() -> None:
    seen, kept_back, _ = problem(np.random.default_rng(2))
    assert not set(zip(seen.user, seen.film, strict=True)) & set(
        zip(kept_back.user, kept_back.film, strict=True)
    )
