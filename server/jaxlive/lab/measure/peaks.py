"""How fast this machine moves memory and multiplies matrices: the best of what is at hand."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from jaxlive.lab.declare.environment import jax_device, thread_count
from jaxlive.lab.measure.precision import multiplying, tf32_problem

REPEATS = 5
BYTES_A_REPEAT = {"cpu": 2**26, "gpu": 2**33}
MOST_SWEEPS = 4096
"""Of a working set so small that a GPU's calls cost more than its bytes, more would take seconds."""
Action = Callable[[], object]
Array = npt.NDArray[np.float64]
Kernel = Callable[[Array, Array], object]


def bandwidth(device: str, working_set: int) -> float:
    """Bytes per second, read and written, over a working set of this many bytes."""
    sweeps = min(max(1, BYTES_A_REPEAT[device] // working_set), MOST_SWEEPS)
    measure = _cpu_seconds if device == "cpu" else _gpu_seconds
    return sweeps * working_set / measure(working_set, sweeps)


def product_rate(device: str, precision: str, size: int) -> float:
    """FLOPs per second of a square matrix product of this many rows, in the best library that is loaded.

    `precision` is a dtype or tf32: float32 is never multiplied in TF32 nor the other way round, whatever
    is in force here. Raises ValueError for tf32 on a device without it.
    """
    if precision == "tf32" and (problem := tf32_problem(device)):
        raise ValueError(f"a roof in tf32 was asked for. {problem}")
    with multiplying("tf32" if precision == "tf32" else "float32"):
        products = _products(device, "float32" if precision == "tf32" else precision, size)
        return 2 * size**3 / min(_best_seconds(product) for product in products)


def _cpu_seconds(working_set: int, sweeps: int) -> float:
    """The faster of a copy (reads and writes) and a dot product (reads), on one thread or on all."""
    source = np.ones(working_set // 2 // 8)
    target = np.ones_like(source)
    best = float("inf")
    with ThreadPoolExecutor(thread_count()) as pool:
        for threads in {1, thread_count()}:
            slices = [np.array_split(array, threads) for array in (target, source)]
            for kernel in (np.copyto, np.dot):
                best = min(best, _best_seconds(partial(_sweep, pool, kernel, sweeps, *slices)))
    return best


def _sweep(
    pool: ThreadPoolExecutor, kernel: Kernel, sweeps: int, targets: list[Array], sources: list[Array]
) -> None:
    def repeat(target: Array, source: Array) -> None:
        for _ in range(sweeps):
            kernel(target, source)

    list(pool.map(repeat, targets, sources))


def _gpu_seconds(working_set: int, sweeps: int) -> float:
    """Reads one half of the working set and writes the other; many calls, one wait."""
    increment = jax.jit(lambda x: x + 1)
    x = jax.device_put(np.ones(working_set // 2 // 4, np.float32), jax_device("gpu"))

    def queue_all() -> None:
        for _ in range(sweeps):
            y = increment(x)
        y.block_until_ready()

    return _best_seconds(queue_all)


def _products(device: str, dtype: str, size: int) -> Iterator[Action]:
    """The product in NumPy (fast for float32 and float64 only), in JAX, and in torch where it is loaded."""
    if device == "cpu" and dtype in ("float32", "float64"):
        ones = np.ones((size, size), dtype)
        yield lambda: ones @ ones
    with jax.enable_x64(True):
        placed = jax.device_put(jnp.ones((size, size), dtype), jax_device(device))
        yield lambda: jax.block_until_ready(placed @ placed)
    torch = sys.modules.get("torch")
    if torch and (device == "cpu" or torch.cuda.is_available()):
        name = "cpu" if device == "cpu" else "cuda"
        tensor = torch.ones((size, size), dtype=getattr(torch, dtype), device=name)
        wait = torch.cpu.synchronize if device == "cpu" else torch.cuda.synchronize
        yield lambda: (tensor @ tensor, wait())


def _best_seconds(action: Action) -> float:
    """The shortest of several calls, after a discarded one."""
    action()
    return min(_seconds(action) for _ in range(REPEATS))


def _seconds(action: Action) -> float:
    start = perf_counter()
    action()
    return perf_counter() - start
