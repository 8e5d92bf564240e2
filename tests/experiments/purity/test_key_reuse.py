import jax
import numpy as np
import pytest

from experiments.purity.key_reuse import KeyReuseParams, key_reuse, split
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(key_reuse(KeyReuseParams(count=10_000, seed=7)))


def test_one_key_gives_equal_layers(results: Results) -> None:
    weights = results.values("one key")
    assert weights["w1"] == weights["w2"]
    assert np.std(weights["w1"]) > 0


def test_split_keys_do_not(results: Results) -> None:
    weights = results.values("split keys")
    assert not np.isclose(weights["w1"], weights["w2"]).any()


def test_a_smaller_shape_has_the_first_numbers_of_a_larger_one(results: Results) -> None:
    shown = results.values("other shapes")
    assert shown["four"] == np.ravel(shown["two_by_three"])[:4].tolist()


def test_correlations(results: Results) -> None:
    found = {row[0]: row[1] for row in results.table("correlation").rows}
    assert found["one key"] == pytest.approx(1, abs=1e-9)
    # of x and Φ(x): the mean of x Φ(x) is 1 / (2 √π), and the variance of Φ(x) 1 / 12
    assert found["one key, normal, uniform"] == pytest.approx(np.sqrt(3 / np.pi), abs=0.002)
    for way in ("split", "fold_in"):
        assert found[way] == pytest.approx(0, abs=0.04)


def test_the_error_has_the_line_of_the_second_draw(results: Results) -> None:
    raised = results.raised("with debug_key_reuse")
    assert raised.type == "KeyReuseError"
    assert raised.source == "w2 = random.normal(key, (2, 3))"


def test_what_is_noticed(results: Results) -> None:
    assert results.table("what is noticed").rows == [
        ["two draws", "KeyReuseError"],
        ["two draws, jit", "KeyReuseError"],
        ["all steps of a scan", "KeyReuseError"],
        ["all examples of a vmap", "nothing"],
        ["two draws, PRNGKey", "nothing"],
    ]


def test_split_keys_pass_the_check() -> None:
    key = jax.random.key(1)
    with jax.debug_key_reuse(True):
        weights = split(key)
        with pytest.raises(jax.errors.KeyReuseError):
            split(key)
    assert [one.shape for one in weights] == [(2, 3), (2, 3)]
