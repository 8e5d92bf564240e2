"""The machine, as it is."""

import os

import jax
import pytest

from jaxlive.lab.declare.environment import (
    MissingDevice,
    available_memory,
    core_count,
    describe,
    jax_device,
    machine_cores,
    thread_count,
    torch_device,
    total_memory,
)

HAS_GPU = jax.default_backend() == "gpu"


def test_the_description_names_what_a_number_depends_on() -> None:
    machine = describe({"cpu memory": 1e10})
    assert machine.versions["jax"] == jax.__version__
    assert machine.cores == machine_cores() >= core_count() >= 1
    assert machine.devices[0].kind == jax.default_backend()
    assert machine.cpu
    assert machine.roofs == {"cpu memory": 1e10}


def test_memory_that_can_be_had_is_part_of_all_memory() -> None:
    assert 0 < available_memory() <= total_memory()


def test_auto_is_the_gpu_where_there_is_one() -> None:
    assert jax_device("auto").platform == jax.default_backend()
    assert jax_device("cpu").platform == "cpu"
    assert torch_device("cpu") == "cpu"


@pytest.mark.skipif(HAS_GPU, reason="this machine has a GPU, so none is missing")
def test_a_gpu_that_is_missing_is_an_error_in_words() -> None:
    with pytest.raises(MissingDevice, match="'gpu' was asked for, this machine has: cpu"):
        jax_device("gpu")


def test_threads_are_those_the_environment_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert thread_count() == 3
    monkeypatch.delenv("OMP_NUM_THREADS")
    assert thread_count() == core_count() <= (os.cpu_count() or 1)
