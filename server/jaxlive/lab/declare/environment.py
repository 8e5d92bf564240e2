"""The machine: devices, versions, threads, memory and load, as every run and recording names them."""

import os
import platform
import shutil
import subprocess
from functools import cache
from importlib import metadata
from pathlib import Path

import jax
from pydantic import BaseModel

from jaxlive.project import project

PACKAGES = ("jax", "jaxlib", "numpy", "scipy", "torch", "flax", "optax")


class Device(BaseModel):
    """One device that JAX can compute on; `memory_bytes` is what may be allocated there."""

    kind: str
    name: str
    memory_bytes: int | None


class Environment(BaseModel):
    """Where a number was measured; null is what is not known, as of a machine that a source quotes.

    `driver` is the GPU's. `neighbours` counts runs that shared the processors, on a cluster.
    """

    machine: str
    system: str
    python: str
    cpu: str
    cores: int | None
    threads: int | None
    memory_bytes: int | None
    load_average: float | None
    devices: list[Device]
    versions: dict[str, str]
    commit: str | None
    roofs: dict[str, float]
    driver: str | None = None
    neighbours: int = 0


class MissingDevice(RuntimeError):
    """A device was asked for that this machine does not have."""


def jax_device(kind: str) -> jax.Device:
    """The device for "auto" (the GPU when there is one), "cpu" or "gpu". Raises MissingDevice."""
    try:
        return jax.devices(None if kind == "auto" else kind)[0]
    except RuntimeError as error:
        present = ", ".join(sorted({device.platform for device in jax.devices()}))
        raise MissingDevice(
            f"device {kind!r} was asked for, this machine has: {present}. "
            "Choose one of these, or install the driver and jax[cuda12]."
        ) from error


def torch_device(kind: str) -> str:
    """torch's name for the device that `jax_device` gives. Raises MissingDevice when torch cannot use it."""
    import torch

    if jax_device(kind).platform != "gpu":
        return "cpu"
    if not torch.cuda.is_available():
        raise MissingDevice(
            "jax has a GPU and torch has none: install a torch build for this driver, or choose cpu."
        )
    return "cuda"


def core_count() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def machine_cores() -> int:
    """Processors of this machine, of which a worker may have fewer."""
    return os.cpu_count() or 1


def thread_count() -> int:
    """Threads that the numerical libraries were told to use; the worker's environment sets it."""
    return int(os.environ.get("OMP_NUM_THREADS") or core_count())


@cache
def total_memory() -> int:
    """Bytes of memory of this machine, or of its control group when that is less."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limit = Path("/sys/fs/cgroup/memory.max")
    text = limit.read_text().strip() if limit.exists() else "max"
    return min(total, int(text)) if text != "max" else total


def available_memory() -> int:
    """Bytes that can be allocated now without swapping (Linux: MemAvailable; elsewhere all there is)."""
    meminfo = Path("/proc/meminfo")
    for line in meminfo.read_text().splitlines() if meminfo.exists() else []:
        if line.startswith("MemAvailable:"):
            return min(int(line.split()[1]) * 1024, total_memory())
    return total_memory()


def load_average() -> float:
    """Runnable processes, mean over the last minute: above the number of cores, timings suffer."""
    return os.getloadavg()[0]


def stolen_s() -> float:
    """Processor seconds since boot that other machines on the same host took from this one (proc_stat(5)).

    In steps of 10 ms; 0 on hardware of one's own, and where the system is not Linux.
    """
    stat = Path("/proc/stat")
    if not stat.exists():
        return 0.0
    return int(stat.read_text().split(maxsplit=9)[8]) / os.sysconf("SC_CLK_TCK")


def know_machine() -> None:
    """Find out what `describe` needs and stays the same. Starts no backend."""
    for find_out in (_cpu_name, _driver, _versions, _commit, total_memory):
        find_out()


def describe(roofs: dict[str, float] | None = None) -> Environment:
    """The machine as it is now. Starts JAX's backend; `roofs` are those measured so far."""
    return _machine().model_copy(update={"load_average": load_average(), "roofs": roofs or {}})


@cache
def _machine() -> Environment:
    """What stays as it is while this process lasts."""
    return Environment(
        machine=platform.node(),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        cpu=_cpu_name(),
        cores=machine_cores(),
        threads=thread_count(),
        memory_bytes=total_memory(),
        load_average=None,
        devices=[_device(device) for device in [*jax.devices(), *_host_devices()]],
        versions=_versions(),
        commit=_commit(),
        roofs={},
        driver=_driver(),
    )


def _host_devices() -> list[jax.Device]:
    return [] if jax.default_backend() == "cpu" else jax.devices("cpu")


def _device(device: jax.Device) -> Device:
    if device.platform == "cpu":
        return Device(kind="cpu", name=_cpu_name(), memory_bytes=total_memory())
    stats = device.memory_stats() or {}
    return Device(kind=device.platform, name=device.device_kind, memory_bytes=stats.get("bytes_limit"))


@cache
def _cpu_name() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    for line in cpuinfo.read_text().splitlines() if cpuinfo.exists() else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


@cache
def _driver() -> str | None:
    """The version of NVIDIA's driver; None without it."""
    file = Path("/sys/module/nvidia/version")
    return file.read_text().strip() if file.exists() else None


@cache
def _versions() -> dict[str, str]:
    installed = {dist.metadata["Name"].lower() for dist in metadata.distributions()}
    return {name: metadata.version(name) for name in PACKAGES if name in installed}


@cache
def _commit() -> str | None:
    """The commit of the talk, `-dirty` when files differ; None outside of one and without git."""
    program = shutil.which("git")
    if program is None:
        return None
    git = subprocess.run(
        [program, "describe", "--always", "--dirty", "--exclude=*"],
        cwd=project().root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return git.stdout.strip() or None
