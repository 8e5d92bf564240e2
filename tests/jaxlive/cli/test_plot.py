"""The lines of a sweep's plot."""

from jaxlive.cli.measured import Measured
from jaxlive.cli.plot import lines


def at(line: str, median_s: float, **params: object) -> Measured:
    return Measured(params, line, median_s, median_s / 2, median_s * 2)


def test_a_variant_is_a_line_over_the_parameter() -> None:
    found = [at("jax", 2.0, size=10, device="cpu"), at("numpy", 3.0, size=10, device="cpu")]
    found += [at("jax", 4.0, size=20, device="cpu")]
    assert lines(found, "size") == {
        "jax": [(10, 2.0, 1.0, 4.0), (20, 4.0, 2.0, 8.0)],
        "numpy": [(10, 3.0, 1.5, 6.0)],
    }


def test_each_value_of_another_parameter_has_a_line_of_its_own() -> None:
    found = [at("jax", 1.0, size=size, depth=depth, seed=0) for size in (10, 20) for depth in (1, 2)]
    assert {line: [point[0] for point in points] for line, points in lines(found, "size").items()} == {
        "jax · depth 1": [10, 20],
        "jax · depth 2": [10, 20],
    }


def test_nothing_measured_is_no_line() -> None:
    assert lines([], "size") == {}
