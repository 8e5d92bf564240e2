import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxlive.lab.measure.agreement import Disagreement, check_precisions, max_rel_error


@given(st.floats(1e-30, 1e30))
def test_the_error_is_relative_to_the_largest_value(scale: float) -> None:
    reference = scale * np.array([1.0, -2.0, 0.0])
    got = reference + scale * np.array([0.0, 0.0, 0.5])
    assert max_rel_error("a", [got], reference, tolerance=1) == pytest.approx(0.25)


def test_the_tolerance_is_half_of_the_digits_of_the_dtype() -> None:
    reference = np.array([1.0, 1.0])
    off = np.array([1.0, 1.001])
    assert max_rel_error("half", [off.astype(np.float16)], reference, None) > 0
    with pytest.raises(Disagreement, match=r"single is off by 0\.001"):
        max_rel_error("single", [off.astype(np.float32)], reference, None)


def test_in_tf32_half_of_its_ten_bits_are_enough() -> None:
    reference = np.array([1.0, 1.0])
    off = [np.array([1.0, 1.02], np.float32)]
    assert max_rel_error("product", off, reference, None, tf32=True) == pytest.approx(0.02)
    with pytest.raises(Disagreement, match=r"product is off by 0\.02"):
        max_rel_error("product", off, reference, None)
    with pytest.raises(Disagreement):
        max_rel_error("double", [off[0].astype(np.float64)], reference, None, tf32=True)


def test_unlike_precision_is_refused_with_what_to_do() -> None:
    check_precisions({"jit": "tf32", "torch": "tf32"})
    with pytest.raises(Disagreement, match=r"unlike precision: jit in tf32, torch in float32\. .*one mode"):
        check_precisions({"jit": "tf32", "torch": "float32"})


def test_float32_work_passed_off_as_float64_is_found() -> None:
    reference = np.random.default_rng(0).uniform(1, 2, 100)
    with pytest.raises(Disagreement, match="too small a dtype"):
        max_rel_error("cheat", [reference.astype(np.float32).astype(np.float64)], reference, None)


def test_nan_does_not_agree() -> None:
    with pytest.raises(Disagreement):
        max_rel_error("nan", [np.array([np.nan])], np.array([1.0]), None)


def test_all_leaves_count() -> None:
    reference = {"a": np.zeros(2), "b": np.ones(3)}
    assert max_rel_error("tree", [np.zeros(2), np.ones(3)], reference, None) == 0
    with pytest.raises(Disagreement, match="tree is off by 1"):
        max_rel_error("tree", [np.zeros(2), np.zeros(3)], reference, None)


def test_shapes_must_agree() -> None:
    with pytest.raises(Disagreement, match=r"gives shapes \[\(2,\)\], expected \[\(3,\)\]"):
        max_rel_error("short", [np.ones(2)], np.ones(3), None)


def test_integers_must_be_equal() -> None:
    with pytest.raises(Disagreement):
        max_rel_error("count", [np.array([3])], np.array([4.0]), None)
