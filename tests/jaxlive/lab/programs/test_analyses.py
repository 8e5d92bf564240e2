from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlive.lab.programs.analyses import estimates, residuals, temporary_bytes

N = 64


def product(x: Any) -> Any:
    return jnp.sin(x @ x).sum()


def test_the_estimates_of_a_product_are_those_of_the_formula() -> None:
    told = estimates(jax.jit(product).lower(np.ones((N, N), np.float32)).compile())
    assert told
    assert told.flops == pytest.approx(2 * N**3, rel=0.1)
    assert told.peak_memory_bytes


def test_a_backend_that_tells_nothing_gives_no_estimates_and_no_memory() -> None:
    class Silent:
        def cost_analysis(self) -> None: ...
        def memory_analysis(self) -> None: ...

    silent: Any = Silent()
    assert estimates(silent) is None
    with pytest.raises(RuntimeError, match="choose device cpu"):
        temporary_bytes(silent)


def test_what_the_compiler_cannot_count_is_none() -> None:
    class Vague:
        def cost_analysis(self) -> dict[str, float]:
            return {"flops": -1.0, "bytes accessed": 8.0}

        def memory_analysis(self) -> None: ...

    vague: Any = Vague()
    told = estimates(vague)
    assert told
    assert (told.flops, told.bytes, told.peak_memory_bytes) == (None, 8.0, None)


def test_an_array_between_argument_and_result_is_temporary() -> None:
    compiled = jax.jit(product).lower(np.ones((N, N), np.float32)).compile()
    assert 4 * N**2 <= temporary_bytes(compiled) < 3 * 4 * N**2


def test_residuals_are_told_line_by_line_without_folders() -> None:
    kept = residuals(product, np.ones((N, N), np.float32))
    assert any("from the argument x" in line for line in kept)
    assert any("test_analyses.py:" in line for line in kept)
    assert not any("/" in line for line in kept)
