from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from experiments.lab.compiling import compile_split


def test_every_stage_takes_time_and_tracing_happens_anew_each_time() -> None:
    traces: list[Any] = []

    @jax.jit
    def f(x: Any) -> Any:
        traces.append(x)
        return jnp.sin(x) + 1

    for times in (1, 2):
        split = compile_split(f, np.ones(3, np.float32))
        assert len(traces) == times
        assert min(split.trace_s, split.lower_s, split.compile_s, split.first_run_s) > 0
