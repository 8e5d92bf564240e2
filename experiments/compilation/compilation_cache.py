"""A persistent cache keeps compiled programs in a folder: the next start reads them and doesn't compile.

A new process has no programs yet; here `jax.clear_caches()` makes this one forget its own. The cache saves
XLA's part. JAX still traces and lowers, since the key of an entry is a hash of the lowered program, the
compiler's options and version, and the device.
Source: https://docs.jax.dev/en/latest/persistent_compilation_cache.html
Expect: one file for the one program, a hit at every later start, and a fraction of the compile time, so that
a start takes little more than tracing. In the same process JAX has the program in memory, which is faster by
orders of magnitude. By default the cache keeps only what took a second or more to compile; here it keeps all.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.stages import Wrapped
from pydantic import Field

from experiments.helpers.persistent_cache import follow_settings, hits
from jaxlive import Cell, Compile, Note, Output, Params, Table, experiment, values
from jaxlive.lab.measure.compiling import compile_split

G, THROWN = np.array([0, 9.81], np.float32), np.array([14, 14], np.float32)
CALLS = 100


# region slide
WHERE = "jax_compilation_cache_dir"


def keep_programs(folder):
    jax.config.update(WHERE, folder)


def distance(v, steps):
    x = jnp.zeros(2)
    for _ in range(steps):
        speed = jnp.sqrt(v @ v)
        drag = -0.05 * speed * v
        x = x + 0.1 * v
        v = v + 0.1 * (drag - G)
    return x[0]


# endregion slide


class CompilationCacheParams(Params):
    """How large the program is, and how often it starts."""

    steps: int = Field(
        10, ge=2, le=20, description="steps of the throw, unrolled", json_schema_extra={"unit": "steps"}
    )
    rounds: int = Field(
        3,
        ge=1,
        le=10,
        description="starts without the cache, and as many rounds with it",
        json_schema_extra={"unit": "rounds"},
    )


@experiment(title="Programs that outlive a process", section="Compilation", typical_seconds=4)
def compilation_cache(params: CompilationCacheParams) -> Iterator[Output]:
    """What a start costs without the cache, with it, and in the same process; then what the folder holds."""
    slope = jax.jit(jax.grad(partial(distance, steps=params.steps)))
    v, without, reading = jax.device_put(THROWN), [], []
    with TemporaryDirectory() as folder:
        with cache_in(folder):
            jax.clear_caches()
            slope.lower(v).compile()
        with hits() as found:
            for _ in range(params.rounds):
                without.append(compile_split(slope, v))
                with cache_in(folder):
                    reading.append(compile_split(slope, v))
        with cache_in(folder):
            usual_s = call_s(slope, v)
        sizes = [path.stat().st_size for path in Path(folder).iterdir() if path.is_file()]
    yield from starts(without, reading, usual_s)
    read = sum(split.repeats for split in reading)
    yield values("the folder", programs=len(sizes), bytes=sum(sizes), starts=read, hits=len(found))
    yield values("slope of the distance", v=v, slope=slope(v))


@contextmanager
def cache_in(folder: str) -> Iterator[None]:
    """Keep all programs in this folder meanwhile."""
    own = {"jax_enable_compilation_cache": True, "jax_persistent_cache_min_compile_time_secs": 0.0}
    before = {name: getattr(jax.config, name) for name in (*own, WHERE)}
    try:
        change(own)
        keep_programs(folder)
        follow_settings()
        yield
    finally:
        change(before)
        follow_settings()


def change(settings: Mapping[str, Any]) -> None:
    """Set what JAX is configured with."""
    for name, value in settings.items():
        jax.config.update(name, value)


def call_s(function: Wrapped, v: Any) -> float:
    """Median seconds of a call whose program is in memory."""
    jax.block_until_ready(function(v))
    seconds = []
    for _ in range(CALLS):
        begun = perf_counter()
        jax.block_until_ready(function(v))
        seconds.append(perf_counter() - begun)
    return float(np.median(seconds))


def starts(without: list[Compile], reading: list[Compile], usual_s: float) -> Iterator[Output]:
    """Medians of the rounds, and what the cache is worth."""
    plain, read = (np.median([stages(split) for split in splits], axis=0) for splits in (without, reading))
    rows: list[list[Cell]] = [["no cache", *plain], ["cache", *read], ["same process", None, None, usual_s]]
    yield Table(label="one start", columns=["", "trace, s", "compile, s", "in all, s"], rows=rows)
    _, compile_ratio, start_ratio = plain / read
    yield values("times as long without the cache", compile=compile_ratio, start=start_ratio)
    yield Note(
        text=f"The cache takes a start from {plain[2]:.2g} s to {read[2]:.2g} s: "
        f"{plain[1] - read[1]:.2g} s less to compile. Tracing still takes {read[0]:.2g} s."
    )


def stages(split: Compile) -> list[float]:
    """Seconds to trace and lower, to compile or read, and until the first result."""
    traced_s = split.trace_s + split.lower_s
    return [traced_s, split.compile_s, traced_s + split.compile_s + split.first_run_s]
