import pytest

from experiments.purity.key_provider import KeyProviderParams, key_provider
from tests.experiments.running import Results


def run() -> Results:
    return Results(key_provider(KeyProviderParams(keys=50)))


@pytest.fixture(scope="module")
def results() -> Results:
    return run()


def test_all_keys_differ_and_come_again_from_the_same_seed(results: Results) -> None:
    assert results.values("all keys") == {
        "asked": 50,
        "different": 50,
        "same_from_the_seed": True,
    }


def test_a_key_asked_for_within_jit_is_stale(results: Results) -> None:
    within, outside, _ = (row[1:] for row in results.table("three draws").rows)
    assert within == [outside[0]] * 3


def test_keys_asked_for_outside_and_those_of_flax_are_fresh(results: Results) -> None:
    _, outside, flax = (row[1:] for row in results.table("three draws").rows)
    assert len(set(outside)) == len(set(flax)) == 3


def test_the_sentence_counts_the_numbers(results: Results) -> None:
    (note,) = results.notes
    assert "1 with the key asked within jit; 3 with the key asked outside of jit; 3" in note


def test_after_jit_the_next_key_is_an_error(results: Results) -> None:
    raised = results.raised("the next key after jit")
    assert (raised.type, raised.source) == ("UnexpectedTracerError", "return keys()")


def test_the_annotation_of_the_source_is_gone(results: Results) -> None:
    raised = results.raised("the old annotation")
    assert raised.type == "AttributeError"
    assert "PRNGKeyArray" in raised.message


def test_a_key_is_a_jax_array_of_a_key_dtype(results: Results) -> None:
    assert results.values("the type of a key") == {
        "key.dtype": "key<fry>",
        "is a jax.Array": True,
        "is of jax.dtypes.prng_key": True,
    }


def test_a_second_run_shows_the_same(results: Results) -> None:
    assert run().table("three draws") == results.table("three draws")
