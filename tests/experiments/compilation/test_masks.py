import jax
import numpy as np
import pytest

from experiments.compilation.masks import MasksParams, by_arithmetic, by_index, by_where, masked_mean, masks
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(masks(MasksParams(seed=2)))


def test_the_index_works_in_eager_mode(results: Results) -> None:
    shown = results.values("eager")
    x, mask = np.array(shown["x"]), np.array(shown["mask"])
    assert x.shape == mask.shape == (4, 4)
    assert 0 < mask.sum() < mask.size
    expected = x.copy()
    expected[mask] = -100
    np.testing.assert_array_equal(shown["by_index"], expected)


def test_the_index_fails_under_jit_at_its_line(results: Results) -> None:
    raised = results.raised("the index under jit")
    assert raised.type == "NonConcreteBooleanIndexError"
    assert raised.source == "return x.at[mask].set(-100)"


def test_both_remedies_are_equal_to_eager(results: Results) -> None:
    expected, shown = results.values("eager")["by_index"], results.values("under jit")
    assert shown == {"by_arithmetic": expected, "by_where": expected}
    assert "both are equal to the index" in results.notes[0]


def test_a_static_mask_would_ask_for_65536_programs(results: Results) -> None:
    assert "65,536 programs" in results.notes[0]


@pytest.mark.parametrize("everywhere", [True, False])
def test_remedies_of_full_and_empty_masks(everywhere: bool) -> None:
    x, mask = np.arange(16.0).reshape(4, 4), np.full((4, 4), everywhere)
    expected = by_index(jax.numpy.asarray(x), mask)
    for remedy in (by_arithmetic, by_where):
        np.testing.assert_array_equal(jax.jit(remedy)(x, mask), expected)


def test_the_mean_needs_a_mask(results: Results) -> None:
    # 1 to 5, then three zeros: 15 / 8
    assert results.values("mean of a padded vector") == {"right": 3.0, "naive": 1.875, "masked": 3.0}


def test_a_full_vector_needs_none() -> None:
    shown = Results(masks(MasksParams(length=8))).values("mean of a padded vector")
    assert shown == {"right": 4.5, "naive": 4.5, "masked": 4.5}


def test_what_is_behind_the_mask_does_not_count() -> None:
    padded = np.array([1, 2, 3, np.inf, np.nan], np.float32)
    assert float(masked_mean(padded, 3)) == 2.0
