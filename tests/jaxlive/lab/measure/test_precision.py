"""The switches of both libraries: set, read back and put back; a GPU with TF32 is pretended."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import jax
import numpy as np
import pytest

from jaxlive.lab.declare.blocks import Note
from jaxlive.lab.declare.experiment import Experiment, Output, Params, experiments
from jaxlive.lab.measure import peaks, precision
from jaxlive.lab.measure.agreement import Disagreement
from jaxlive.lab.measure.precision import in_force, multiplying, numpy_problem, tf32_problem
from jaxlive.lab.measure.timing import compare, last
from jaxlive.lab.measure.variants import torch_problem
from jaxlive.lab.programs.stages import compute_capability
from jaxlive.worker import run
from tests.jaxlive.lab.measure.variants import ONES, lasting

pytestmark = pytest.mark.skipif(torch_problem() is not None, reason=str(torch_problem()))


@pytest.fixture
def tf32(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine's device passes for one with TF32."""
    monkeypatch.setattr(precision, "has_tf32", lambda: True)


def switches() -> tuple[Any, list[bool]]:
    """JAX's, and torch's for products, and for convolutions and recurrent layers."""
    import torch

    config: Any = jax.config
    cuda, cudnn = (getattr(torch.backends, name) for name in ("cuda", "cudnn"))
    return config.jax_default_matmul_precision, [one.allow_tf32 for one in (cuda.matmul, cudnn)]


def an_experiment(*modes: str) -> Experiment:
    """One that tells its switches, and after them those within each of the modes."""

    def told(params: Params) -> Iterator[Output]:
        yield Note(text=str(switches()))
        for mode in modes:
            with multiplying("tf32" if mode == "tf32" else "float32"):
                yield Note(text=str(switches()))
                if mode == "broken":
                    raise ZeroDivisionError

    return replace(experiments()["grad"], run=told)


def told(ran: Experiment) -> list[str]:
    job = {"experiment": "told", "params": {}}
    events = [json.loads(event) for event in run(job, {"told": ran}, BytesIO())]
    return [event["block"]["text"] for event in events if event["type"] == "block"]


FLOAT32 = str(("highest", [False] * 2))
TF32 = str(("tensorfloat32", [True] * 2))


@pytest.mark.usefixtures("tf32")
def test_a_run_multiplies_in_float32_on_both_sides_also_after_one_in_tf32() -> None:
    import torch  # noqa: F401

    before = switches()
    assert told(an_experiment("tf32", "float32")) == [FLOAT32, TF32, FLOAT32]
    assert told(an_experiment()) == [FLOAT32]
    assert told(an_experiment("tf32", "broken")) == [FLOAT32, TF32, FLOAT32]
    assert switches() == before


def test_torch_export_works_within_either_mode() -> None:
    """It reads the switches by torch's older interface, which raises once the newer one was used."""
    import torch

    for mode in ("tf32", "float32"):
        with multiplying("tf32" if mode == "tf32" else "float32"):
            assert isinstance(torch._C._get_cudnn_allow_tf32(), bool)


def test_without_tf32_switches_and_programs_stay_as_they_are() -> None:
    import torch  # noqa: F401

    if precision.has_tf32():
        pytest.skip("this machine has TF32")
    assert told(an_experiment("tf32")) == [str(switches())] * 2
    with multiplying("float32"):
        assert "precision" not in str(jax.make_jaxpr(lambda x: x @ x)(np.ones((2, 2))))


@pytest.mark.usefixtures("tf32")
def test_what_is_in_force_is_read_back_from_the_library() -> None:
    import torch

    with multiplying("tf32"):
        assert [in_force(name, "gpu", "float32") for name in ("jax", "torch", "numpy")] == [
            "tf32", "tf32", "float32",
        ]  # fmt: skip
        assert {in_force("jax", "gpu", dtype) for dtype in ("float64", "bfloat16", "int32")} == {
            "float64", "bfloat16", "int32",
        }  # fmt: skip
        assert in_force("jax", "cpu", "float32") == in_force("torch", "cpu", "float32") == "float32"
        torch.backends.cuda.matmul.allow_tf32 = False
        assert in_force("torch", "gpu", "float32") == "tf32"  # its convolutions
    with multiplying("float32"), jax.default_matmul_precision(None):
        assert in_force("jax", "gpu", "float32") == "tf32"  # JAX's own default
        assert in_force("torch", "gpu", "float32") == "float32"


def test_without_tf32_all_modes_are_float32_and_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "has_tf32", lambda: False)
    with multiplying("tf32"):
        assert {in_force(name, "gpu", "float32") for name in ("jax", "torch")} == {"float32"}
    assert str(tf32_problem("gpu")).startswith("This gpu has no TF32")
    monkeypatch.setattr(precision, "has_tf32", lambda: True)
    assert tf32_problem("gpu") is None
    assert str(tf32_problem("cpu")).startswith("This cpu has no TF32")


@pytest.mark.usefixtures("tf32")
def test_numpy_stands_aside_in_tf32() -> None:
    with multiplying("tf32"):
        assert "NumPy has no TF32" in str(numpy_problem("gpu", "float32"))
        assert numpy_problem("gpu", "float64") is numpy_problem("cpu", "float32") is None
    with multiplying("float32"):
        assert numpy_problem("gpu", "float32") is None


def test_a_row_names_the_mode() -> None:
    both = {"single": lasting(1e-4)}, {"double": lasting(1e-4, ONES.astype(np.float64))}
    named = [last(compare("named", one, reference=ONES, budget_s=0.05)).rows[0].precision for one in both]
    assert named == ["float32", "float64"]


@pytest.mark.usefixtures("tf32")
def test_unlike_modes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """JAX and torch on a GPU that has TF32, each as it comes: the fault that this file is there for."""
    monkeypatch.setattr("jaxlive.lab.measure.timing.platforms", lambda result: {"gpu"})
    on_gpu = replace(lasting(1e-4), device="gpu")
    sides = {"jit": replace(on_gpu, framework="jax"), "torch": replace(on_gpu, framework="torch")}
    import torch

    with multiplying("float32"):
        last(compare("alike", sides, reference=ONES, budget_s=0.05))
        torch.backends.cuda.matmul.allow_tf32 = True
        with pytest.raises(Disagreement, match=r"jit in float32, torch in tf32.*multiplying"):
            last(compare("unlike", sides, reference=ONES, budget_s=0.05))


@pytest.mark.usefixtures("tf32")
def test_a_roof_is_measured_in_the_mode_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(peaks, "_products", lambda device, dtype, size: [dtype])

    def seconds(product: Any) -> float:
        seen.append((product, *switches()))
        return 1.0

    monkeypatch.setattr(peaks, "_best_seconds", seconds)
    for outside in ("float32", "tf32"):
        with multiplying("tf32" if outside == "tf32" else "float32"):
            peaks.product_rate("gpu", "float32", 2)
            peaks.product_rate("gpu", "tf32", 2)
    assert [str(one[1:]) for one in seen] == [FLOAT32, TF32] * 2
    assert {one[0] for one in seen} == {"float32"}


def test_a_roof_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a roof in tf32 was asked for\. This cpu has no TF32"):
        peaks.product_rate("cpu", "tf32", 2)


def test_torch_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    with multiplying("tf32"):
        assert in_force("jax", "cpu", "float32") == "float32"


@pytest.mark.parametrize(("told", "read"), [("8.0", (8, 0)), ("12.1", (12, 1)), ("gfx942", ()), ("", ())])
def test_generations_of_gpus(told: str, read: tuple[int, ...]) -> None:
    card: Any = SimpleNamespace(compute_capability=told)
    assert compute_capability(card) == read
    assert compute_capability(jax.devices("cpu")[0]) == ()
