import numpy as np
import pytest

from experiments.frameworks.torch_func import TorchFuncParams, functorch_says, torch_func
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(torch_func(TorchFuncParams()))


def test_grad_of_sin_is_cos_and_its_grad_is_minus_sin_in_both(results: Results) -> None:
    rows = results.table("two identities").rows
    assert [row[0] for row in rows] == ["grad(sin) = cos", "grad(grad(sin)) = −sin"]
    assert rows[0][1:] == pytest.approx([0.5] * 3, rel=1e-6)
    assert rows[1][1:] == pytest.approx([-np.sqrt(3) / 2] * 3, rel=1e-6)


def test_a_batch_of_4_by_3_becomes_4_in_both(results: Results) -> None:
    shown = results.values("4 by 3 becomes 4")
    assert {len(value) for value in shown.values()} == {4}
    np.testing.assert_allclose(shown["torch"], shown["exact"], rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(shown["jax"], shown["exact"], rtol=1e-5, atol=1e-7)
    assert min(shown["exact"]) == 0 < max(shown["exact"])


def test_functorch_says_where_it_went(results: Results) -> None:
    lines = results.printed("functorch today").lines
    assert "torch.func" in " ".join(lines)
    assert lines == functorch_says()
    assert max(map(len, lines)) <= 60
