import re
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import numpy as np
import numpy.typing as npt
import pytest

from experiments.transformations.remat import RematParams, data, layer, light, loss, remat, unrolled
from tests.experiments.running import Results

PARAMS = RematParams(batch=128, width=64, layers=6)
MEGABYTES = 4 * PARAMS.batch * PARAMS.width / 1e6
"""Of one array between two layers."""


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(remat(PARAMS))


def slope(ws: npt.NDArray[np.float32], x: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """The gradient in float64, back layer by layer, as one writes it without JAX."""
    inputs = [x.astype(np.float64)]
    for w in ws:
        inputs.append(np.sin(np.tanh(inputs[-1] @ w)))
    back, slopes = np.ones_like(inputs[0]), []
    for w, given in zip(ws[::-1], inputs[-2::-1], strict=True):
        t = np.tanh(given @ w)
        back = back * np.cos(t) * (1 - t**2)
        slopes.append(given.T @ back)
        back = back @ w.T
    return np.stack(slopes[::-1])


@pytest.mark.parametrize("network", [loss, unrolled])
@pytest.mark.parametrize("one", [layer, light])
def test_gradients_are_those_of_numpy(network: Callable[..., Any], one: Callable[..., Any]) -> None:
    ws, x = data(PARAMS)
    got, expected = jax.grad(partial(network, one))(ws, x), slope(ws, x)
    assert np.abs(got - expected).max() < 1e-4 * np.abs(expected).max()


@pytest.mark.parametrize("layers", ["scan", "unrolled"])
def test_checkpoint_changes_no_gradient(results: Results, layers: str) -> None:
    shown = results.values(f"gradient, {layers}")
    assert shown["largest_difference"] <= 1e-5 * shown["largest"]


def made(results: Results, label: str) -> list[str]:
    """What two layers keep beside their arguments, of which x is one."""
    lines = results.printed(label).lines
    assert sum("from the argument" in line for line in lines) == 3
    return [line for line in lines if "output of" in line]


def test_the_first_of_two_layers_keeps_its_result_and_more(results: Results) -> None:
    plain, again = made(results, "plain keeps"), made(results, "checkpoint keeps")
    assert len(again) == 1
    assert len(plain) in (5, 7)
    assert all(re.match(r"f32\[128,64\] output of \w+ from remat.py:\d+", line) for line in plain + again)


def test_a_scan_keeps_as_many_arrays_a_layer(results: Results) -> None:
    of_a_layer = (len(made(results, "plain keeps")) + 1) // 2  # the last layer doesn't keep its result
    name, plain, again, times = results.table("memory and FLOPs").rows[0]
    assert name == "scan"
    for megabytes, arrays in ((plain, of_a_layer), (again, 1)):
        least = arrays * PARAMS.layers * MEGABYTES
        assert least <= float(str(megabytes)) < least + 8 * MEGABYTES
    assert times == pytest.approx(4 / 3, rel=0.02)


def test_unrolled_layers_take_no_more_memory(results: Results) -> None:
    name, plain, again, times = results.table("memory and FLOPs").rows[1]
    assert name == "unrolled"
    assert float(str(again)) <= float(str(plain))
    assert 0.99 < float(str(times)) < 4 / 3


def test_memory_saved_is_the_ratio_of_both(results: Results) -> None:
    saved = results.values("memory, plain over checkpoint")
    for ratio, row in zip(saved.values(), results.table("memory and FLOPs").rows, strict=True):
        assert ratio == pytest.approx(float(str(row[1])) / float(str(row[2])))
    assert saved["scan"] > 2
