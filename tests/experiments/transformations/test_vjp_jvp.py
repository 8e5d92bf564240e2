import jax.numpy as jnp
import numpy as np
import pytest

from experiments.transformations.vjp_jvp import VjpJvpParams, by_jvp, data, layer, pull, push, vjp_jvp
from tests.experiments.running import Results, check_complete, check_work


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(vjp_jvp(VjpJvpParams(size=128)))


@pytest.mark.parametrize("way", ["jvp", "vjp"])
def test_value_and_slope_of_the_cubic_at_1(results: Results, way: str) -> None:
    assert results.values(f"{way} of the cubic at 1") == {"value": 8.0, "slope": 4.0}


def test_a_pass_costs_about_two_calls_and_a_jacobian_many(results: Results) -> None:
    table = results.table("FLOPs, in calls of f")
    assert [row[:2] for row in table.rows] == [[128, 2], [128, 128], [2, 128]]
    wide, square, tall = (
        dict(zip(table.columns, (float(cell or 0) for cell in row), strict=True)) for row in table.rows
    )
    for shape in (wide, square):
        assert shape["jvp / f"] == pytest.approx(2, rel=0.05)
        assert shape["vjp / f"] == pytest.approx(2, rel=0.05)
    assert wide["jacfwd / f"] > 20 * wide["jacrev / f"]
    assert tall["jacrev / f"] > 20 * tall["jacfwd / f"]
    assert square["jacfwd / f"] == pytest.approx(square["jacrev / f"], rel=0.05)


def test_both_products_are_those_of_the_jacobian() -> None:
    w, x, v = data(6, 4)
    u = np.arange(4, dtype=np.float32)
    matrix = (1 - np.tanh(w @ x) ** 2)[:, None] * w
    for (value, product), expected in (
        (push(lambda at: layer(jnp.array(w), at), x, v), matrix @ v),
        (pull(lambda at: layer(jnp.array(w), at), x, u), u @ matrix),
    ):
        np.testing.assert_allclose(value, np.tanh(w @ x), rtol=1e-5)
        np.testing.assert_allclose(product, expected, rtol=1e-4, atol=1e-6)


def test_both_ways_to_j_v_are_timed(results: Results) -> None:
    timings = results.timings("J v")
    check_complete(timings)
    assert [row.variant for row in timings.rows] == ["jvp", "Jacobian"]
    assert (timings.ratios[0].of, timings.ratios[0].over) == ("Jacobian", "jvp")


def test_the_work_is_that_of_a_jvp(results: Results) -> None:
    check_work(results.timings("J v"), by_jvp, *data(128, 128))


@pytest.mark.parametrize("size", [16, 65])
def test_a_small_layer_has_a_table_too(size: int) -> None:
    rows = Results(vjp_jvp(VjpJvpParams(size=size))).table("FLOPs, in calls of f").rows
    assert rows[0][1] == rows[2][0] == 1
