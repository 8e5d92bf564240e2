from typing import Any

import jax
import numpy as np
import pytest

from experiments.helpers.keys import Keys


def data(keys: Keys, count: int) -> Any:
    return np.stack([jax.random.key_data(keys()) for _ in range(count)])


def test_all_keys_are_distinct() -> None:
    assert len(np.unique(data(Keys(42), 100), axis=0)) == 100


def test_a_seed_gives_the_same_keys_again_and_another_seed_gives_others() -> None:
    first = data(Keys(42), 10)
    assert np.array_equal(first, data(Keys(42), 10))
    assert not np.isin(data(Keys(43), 10), first).any()


def test_the_first_keys_are_the_second_halves_of_successive_splits() -> None:
    keys = Keys(42)
    kept, one = jax.random.split(jax.random.key(42))
    _, two = jax.random.split(kept)
    assert [keys() == one, keys() == two] == [True, True]


def test_within_jit_it_leaks_a_tracer() -> None:
    keys = Keys(0)
    jax.jit(lambda x: x + jax.random.normal(keys()))(1.0)
    with pytest.raises(jax.errors.UnexpectedTracerError):
        keys()
