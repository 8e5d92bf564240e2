import numpy as np
import pytest

from experiments.frameworks import torch_compile as module
from experiments.frameworks.torch_compile import TorchCompileParams, torch_compile
from tests.experiments.running import Results

SIDES = ["plain", "torch.jit.script", "torch.compile", "torch.export", "jax.jit"]


def shown(results: Results) -> dict[str, list[float]]:
    return {str(row[0]): [float(str(y)) for y in row[1:]] for row in results.table("length 3").rows}


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(torch_compile(TorchCompileParams()))


def test_the_script_runs_and_all_give_the_same_three_numbers(results: Results) -> None:
    by = shown(results)
    assert list(by) == SIDES
    for y in by.values():
        assert len(y) == 3
        np.testing.assert_allclose(y, by["plain"], rtol=1e-5, atol=1e-6)


def test_the_deprecation_is_shown_not_raised(results: Results) -> None:
    assert any("deprecated" in line for line in results.printed("torch.jit.script warns").lines)


def test_the_listings_have_the_two_products(results: Results) -> None:
    script = "\n".join(results.printed("TorchScript").lines)
    assert "torch.mv" in script
    assert "linear" in script
    exported = "\n".join(results.printed("torch.export").lines)
    assert "aten.mv" in exported
    assert "aten.linear" in exported
    assert results.stages("forward")["jaxpr"].text.count("dot_general[") == 2


def test_a_second_run_and_the_other_backend_give_the_same(results: Results) -> None:
    again = Results(torch_compile(TorchCompileParams(backend="aot_eager")))
    np.testing.assert_allclose(
        list(shown(again).values()),
        list(shown(results).values()),
        rtol=1e-5,
        atol=1e-6,
    )


def test_without_a_compiler_inductor_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert not module.has_compiler()
    (note,) = Results(torch_compile(TorchCompileParams(backend="inductor"))).notes
    assert "install g++" in note
