"""The lab's clock beside pyperf and torch.utils.benchmark: the same calls, interleaved, in one process.

Each tool chooses its own warm-ups, calls per sample, number of samples and collector setting, and answers
with its own median. pyperf measures as its worker processes do (`--worker`, https://pyperf.readthedocs.io):
it would start twenty of them, each with frameworks to import, and compare processes instead of clocks.
"""

import operator
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import count
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pyperf
from torch.utils.benchmark import Timer

from benchmarks.report import section
from experiments.compilation.jit import f_jit, f_numpy, f_torch
from jaxlive.engines.process import worker_environment
from jaxlive.lab.declare.blocks import Interval
from jaxlive.lab.declare.environment import load_average, thread_count
from jaxlive.lab.measure.control import MARGIN, outcome
from jaxlive.lab.measure.medians import Samples, median_interval
from jaxlive.lab.measure.timing import compare, last, median_s
from jaxlive.lab.measure.variants import Array, Variant, jitted, numpy, pytorch
from jaxlive.worker import start_backends
from tests.running import ROOT

ROUNDS = 10
PEERS = ("pyperf", "torch")
HEAD = ["call", "lab, µs", "pyperf, µs", "torch, µs", "lab / pyperf", "lab / torch"]


@dataclass(frozen=True)
class Subject:
    """A call that all tools time, and its result in float64."""

    name: str
    variant: Variant
    reference: Array

    def action(self) -> Callable[[], Any]:
        """The call, and a wait where it may return before it is done, for tools that know of no wait."""
        call, wait = self.variant.call, self.variant.wait
        return call if wait is None else lambda: wait(call())


Tool = Callable[[Subject], float]


def peers() -> str:
    """The table, measured in a process with a worker's environment: its threads, and idle ones asleep."""
    command = [sys.executable, "-m", "benchmarks.peers"]
    return subprocess.run(
        command, cwd=ROOT, env=worker_environment({}), check=True, text=True, stdout=subprocess.PIPE
    ).stdout


def subjects() -> Iterator[Subject]:
    """Calls from a third of a microsecond to some 50 ms, in all three libraries."""
    few, many, most, all_ = (
        np.linspace(0, 4 * np.pi, n, dtype=np.float32) for n in (8, 100_000, 1_000_000, 10_000_000)
    )
    square = np.random.default_rng(0).random((256, 256), np.float32)
    chain, product = f_numpy(many.astype(np.float64)), square.astype(np.float64) @ square
    yield Subject("NumPy x + x, 8 elements", numpy(operator.add, few, few), 2 * few.astype(np.float64))
    yield Subject("NumPy chain", numpy(f_numpy, many), chain)
    yield Subject("PyTorch chain", pytorch(f_torch, many), chain)
    yield Subject("JAX jit chain", jitted(f_jit, many), chain)
    yield Subject("NumPy product", numpy(operator.matmul, square, square), product)
    yield Subject("PyTorch product", pytorch(operator.matmul, square, square), product)
    for million, x in (("1", most), ("10", all_)):
        slow = f_numpy(x.astype(np.float64))
        yield Subject(f"NumPy chain, {million} million", numpy(f_numpy, x), slow)
        yield Subject(f"PyTorch chain, {million} million", pytorch(f_torch, x), slow)
        yield Subject(f"JAX jit chain, {million} million", jitted(f_jit, x), slow)
    yield Subject("JAX jit product", jitted(jax.jit(jnp.matmul), square, square), product)


def by_lab(subject: Subject) -> float:
    """Median seconds by `compare`, as an experiment calls it."""
    timings = compare(subject.name, {subject.name: subject.variant}, reference=subject.reference)
    return median_s(last(timings), subject.name)


def by_torch(subject: Subject) -> float:
    """Median seconds by `blocked_autorange`, which would set one thread if it were not told."""
    timer = Timer("action()", globals={"action": subject.action()}, num_threads=thread_count())
    with subject.variant.scope():
        return timer.blocked_autorange().median


class Pyperf:
    """pyperf's worker: calibrates a subject once, then each run is a warm-up and three values of 0.1 s."""

    def __init__(self) -> None:
        self._runner, self._runs = pyperf.Runner(), count()
        self._loops: dict[str, int] = {}

    def __call__(self, subject: Subject) -> float:
        """Median seconds of the three values of one run."""
        if subject.name not in self._loops:
            self._loops[subject.name] = self._run(subject, "--calibrate-loops").get_runs()[0].get_loops()
        return float(self._run(subject, f"--loops={self._loops[subject.name]}").median())

    def _run(self, subject: Subject, *arguments: str) -> Any:
        self._runner.args = None  # a process may have one Runner, which keeps the arguments it first got
        self._runner.parse_args(["--worker", "--warmups=1", *arguments])
        with redirect_stdout(StringIO()), subject.variant.scope():
            return self._runner.bench_func(f"{subject.name}, run {next(self._runs)}", subject.action())


def measure(tools: Mapping[str, Tool]) -> list[tuple[Subject, dict[str, list[float]]]]:
    """Medians of each subject by tool and round; in a round every tool times a subject, in random order."""
    timed = [(subject, {tool: list[float]() for tool in tools}) for subject in subjects()]
    shuffler = random.Random(0)
    for _ in range(ROUNDS):
        for subject, medians in shuffler.sample(timed, len(timed)):
            for tool in shuffler.sample(list(tools), len(tools)):
                medians[tool].append(tools[tool](subject))
    return timed


def line(subject: Subject, medians: Mapping[str, list[float]]) -> str:
    """A row: the median over rounds with its interval by tool, and the lab's over those of its peers."""
    times = [figure(float(np.median(samples)), median_interval(samples), 1e6) for samples in medians.values()]
    ratios = [compared(np.divide(medians["lab"], medians[peer])) for peer in PEERS]
    return "| " + " | ".join([subject.name, *times, *ratios]) + " |"


def compared(ratios: Samples) -> str:
    """The median of the rounds' ratios: a round's measurements follow each other, rounds may differ."""
    ratio, interval = float(np.median(ratios)), median_interval(ratios)
    return f"{figure(ratio, interval)}, {judgement(interval)}"


def figure(value: float, interval: Interval, scale: float = 1) -> str:
    """A value and its interval, to four digits."""
    low, high = interval
    return f"{value * scale:#.4g} [{low * scale:#.4g}, {high * scale:#.4g}]"


def judgement(interval: Interval) -> str:
    """Differ when the whole interval lies beyond 5 %, agree when within, else too noisy to tell."""
    low, high = interval
    if outcome(interval, MARGIN) == "faster":
        return "differ"
    return "agree" if low >= 1 / MARGIN and high <= MARGIN else "too noisy to tell"


def main() -> None:
    """Print the table, with the load before and after."""
    start_backends()
    before = load_average()
    tools: dict[str, Tool] = {"lab": by_lab, "pyperf": Pyperf(), "torch": by_torch}
    lines = [line(subject, medians) for subject, medians in measure(tools)]
    remark = (
        f"Medians of {ROUNDS} rounds with their 95 % intervals, {thread_count()} threads for all; the load "
        f"was {before:.1f} before and {load_average():.1f} after. Differ: the ratio's interval lies "
        f"wholly beyond {100 * (MARGIN - 1):.0f} %. Agree: it lies within. Else too noisy to tell."
    )
    print(section("The lab's clock beside pyperf and torch.utils.benchmark", HEAD, lines, remark), end="")


if __name__ == "__main__":
    main()
