import os
import subprocess
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import pytest

from experiments.compilation.compilation_cache import (
    CompilationCacheParams,
    cache_in,
    compilation_cache,
    distance,
)
from experiments.helpers.persistent_cache import hits
from tests.experiments.running import Results
from tests.running import ROOT

START = """
import jax
from experiments.helpers.persistent_cache import hits
with hits() as found:
    jax.jit(lambda x: x * 3 + 1)(2.0)
print(len(found))
"""


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(compilation_cache(CompilationCacheParams(steps=3, rounds=2)))


def test_one_program_is_kept_and_every_start_reads_it(results: Results) -> None:
    held = results.values("the folder")
    assert held["programs"] == 1
    assert held["bytes"] > 100
    assert held["hits"] == held["starts"] >= 2


def test_a_start_is_told_in_stages(results: Results) -> None:
    rows = {row[0]: row[1:] for row in results.table("one start").rows}
    assert list(rows) == ["no cache", "cache", "same process"]
    for way in ("no cache", "cache"):
        trace_s, compile_s, all_s = map(float, map(str, rows[way]))
        assert max(trace_s, compile_s) < all_s


def test_the_ratios_are_those_of_the_table(results: Results) -> None:
    without, read, _ = results.table("one start").rows
    ratios = results.values("times as long without the cache")
    assert ratios["compile"] == pytest.approx(float(str(without[2])) / float(str(read[2])))
    assert ratios["start"] == pytest.approx(float(str(without[3])) / float(str(read[3])))


def thrown(v: npt.NDArray[np.float64], steps: int) -> float:
    """The distance in float64."""
    x = np.zeros(2)
    for _ in range(steps):
        x, v = x + 0.1 * v, v + 0.1 * (-0.05 * np.hypot(*v) * v - [0, 9.81])
    return float(x[0])


def test_the_slope_is_that_of_differences(results: Results) -> None:
    v, tiny = np.array([14.0, 14.0]), 1e-6 * np.eye(2)
    slope = [(thrown(v + d, 3) - thrown(v - d, 3)) / 2e-6 for d in tiny]
    shown = results.values("slope of the distance")
    np.testing.assert_allclose(shown["slope"], slope, rtol=1e-5)
    assert float(distance(jnp.array(v), 3)) == pytest.approx(thrown(v, 3), rel=1e-6)


def test_what_is_read_gives_the_same_and_settings_come_back(tmp_path: Path) -> None:
    def settings() -> tuple[object, ...]:
        return tuple(value for name, value in jax.config.values.items() if "cache" in name)

    before, double = settings(), jax.jit(lambda x: x + x)
    for expected in (0, 1):
        with cache_in(str(tmp_path)), hits() as found:
            jax.clear_caches()
            assert float(double(2.0)) == 4
        assert len(found) == expected
    assert settings() == before
    files = list(tmp_path.iterdir())
    jax.clear_caches()
    with hits() as found:
        assert float(double(2.0)) == 4
    assert (list(tmp_path.iterdir()), found) == (files, [])


def test_a_new_process_reads_what_another_has_compiled(tmp_path: Path) -> None:
    own = {
        "JAX_COMPILATION_CACHE_DIR": str(tmp_path),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_ENABLE_COMPILATION_CACHE": "true",
        "JAX_PLATFORMS": "cpu",
    }
    for expected in ("0", "1"):
        child = subprocess.run(
            [sys.executable, "-c", START],
            cwd=ROOT, env=os.environ | own, text=True, check=True, capture_output=True,
        )  # fmt: skip
        assert child.stdout.split() == [expected]
