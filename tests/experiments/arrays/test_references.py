import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from experiments.arrays.references import ReferencesParams, carried, references, running, write
from tests.experiments.running import Results, check_mapped


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(references(ReferencesParams()))


def test_writes_stay(results: Results) -> None:
    assert results.values("writes") == {"new": [0, 1, 2], "by_hand": [9, 1, 2], "by_jit": [5, 1, 2]}


def test_jit_writes_in_place_and_returns_nothing(results: Results) -> None:
    assert results.values("the call by jit") == {"returns": None, "same_address": True}


def test_running_sums(results: Results) -> None:
    shown = results.values("running sum")
    assert list(shown) == ["ref", "carried", "cumsum"]
    assert all(sums == [1, 3, 6, 10, 15] for sums in shown.values())


def test_each_number_is_in_the_sums_that_follow(results: Results) -> None:
    assert results.values("its gradient") == {"ref": [5, 4, 3, 2, 1], "carried": [5, 4, 3, 2, 1]}


@pytest.mark.parametrize("transform", [lambda f: f, jax.jit, jax.vmap, lambda f: jax.jit(jax.jacrev(f))])
def test_with_a_ref_as_without(transform: object) -> None:
    assert callable(transform)
    xs = np.random.default_rng(0).random((4, 4), np.float32)
    with_ref, without = (transform(way)(xs if transform is jax.vmap else xs[0]) for way in (running, carried))
    np.testing.assert_array_equal(with_ref, without)


def test_the_jaxpr_writes_and_stablehlo_has_no_ref(results: Results) -> None:
    stages = results.stages("ref")
    assert re.search(r"(\w)\[...\] <- \1\[...\], \w", stages["jaxpr"].text)
    assert "Ref{f32[]}" in stages["jaxpr"].text
    assert "ref" not in stages["stablehlo"].text.lower()
    check_mapped(stages["jaxpr"], least=0.9)


def test_the_compiled_program_is_no_longer(results: Results) -> None:
    ref, without = results.table("size").rows
    assert (ref[0], without[0]) == ("ref", "carried")
    assert int(str(ref[1])) > int(str(without[1]))
    assert ref[-1] == without[-1]


@pytest.mark.parametrize(
    ("label", "kind", "part"),
    [
        ("returned", "ValueError", "cannot be returned"),
        ("passed twice", "ValueError", "only one reference"),
        ("a batch into one", "Exception", "unbatched array reference"),
        ("used as an array", "TypeError", "unsupported operand"),
    ],
)
def test_what_is_refused(results: Results, label: str, kind: str, part: str) -> None:
    raised = results.raised(label)
    assert raised.type == kind
    assert part in raised.message


def test_a_batch_goes_into_a_batch_of_refs() -> None:
    refs = jax.new_ref(jnp.zeros((2, 3)))
    jax.vmap(write)(refs, jnp.array([1.0, 2.0]))
    assert refs[...].tolist() == [[1, 0, 0], [2, 0, 0]]
