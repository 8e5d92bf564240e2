from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlive.lab.measure.compiling import compile_split


def test_every_stage_takes_time_and_every_repeat_traces_anew() -> None:
    traces: list[Any] = []

    @jax.jit
    def f(x: Any) -> Any:
        traces.append(x)
        return jnp.sin(x) + 1

    split = compile_split(f, np.ones(3, np.float32))
    assert 1 < split.repeats == len(traces)
    assert min(split.trace_s, split.lower_s, split.compile_s, split.first_run_s) > 0
