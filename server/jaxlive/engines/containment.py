"""What holds edited code: limits on its process, and bubblewrap where it works.

Within bubblewrap the process has no network, sees no other process, may write to a small folder in memory
only, and reads what Python and the experiments need, nothing else of this machine. Where it is not installed,
or the kernel refuses user namespaces, the limits are all there is. https://github.com/containers/bubblewrap
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from glob import glob
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from jaxlive.lab.declare.environment import core_count
from jaxlive.project import FILE, packages, project, python_path

Containment = Literal["bubblewrap", "limits"]
CPU_S = 60 * core_count()
"""Processor time of an edited run and of the imports before it: a minute of all cores."""
FILE_BYTES = 64 * 2**20
FOLDER = "/tmp/run"
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/sys")
KEPT = ("PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "JAXLIVE_PACKAGES", "JAXLIVE_PROJECT")
KEPT_OF = ("JAX_", "XLA_", "CUDA_", "NVIDIA_", "OMP_", "OPENBLAS_", "MKL_")
"""What edited code may know of the environment, beside the talk's variables; others can hold secrets."""


@cache
def containment() -> Containment:
    """What this machine offers, found by trying."""
    if shutil.which("bwrap") is None:
        return "limits"
    tried = subprocess.run([*_bubblewrap(), "true"], capture_output=True, check=False)
    return "limits" if tried.returncode else "bubblewrap"


def prefix() -> list[str]:
    """What goes before the command of a contained process."""
    return _bubblewrap() if containment() == "bubblewrap" else []


def environment(whole: Mapping[str, str]) -> dict[str, str]:
    """Of a worker's environment, what a contained one gets; its modules are found from any folder."""
    names = {*KEPT, *project().variables}
    kept = {name: value for name, value in whole.items() if name in names or name.startswith(KEPT_OF)}
    return kept | {"PYTHONPATH": python_path(), "PYTHONDONTWRITEBYTECODE": "1", "HOME": FOLDER}


def limits() -> list[str]:
    """What goes after the command: the limits that the process sets itself, in jaxlive/worker_start.py.

    Set from outside, after the start, they would miss what bubblewrap has started meanwhile.
    """
    return [str(CPU_S), str(FILE_BYTES)]


def _bubblewrap() -> list[str]:
    readable = [word for path in _readable() for word in ("--ro-bind", str(path), str(path))]
    devices = [word for path in glob("/dev/nvidia*") for word in ("--dev-bind", path, path)]
    return [
        "bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL",
        "--size", str(FILE_BYTES), "--tmpfs", "/tmp", "--dir", FOLDER, "--chdir", FOLDER,
        *readable, "--proc", "/proc", "--dev", "/dev", *devices,
    ]  # fmt: skip


def _readable() -> Iterator[Path]:
    """Paths that Python, the libraries and the experiments read from."""
    folders = [spec.submodule_search_locations for name in packages() if (spec := find_spec(name))]
    own = [sys.prefix, sys.base_prefix, *(path for found in folders for path in found or [])]
    own += [str(Path(__file__).parents[1]), str(project().root / FILE)]
    named = (os.environ.get(name, "") for name in project().variables)
    data = [value for value in named if Path(value).is_absolute()]
    for name in dict.fromkeys([*SYSTEM, *own, *data]):
        yield from (path for path in dict.fromkeys([Path(name), Path(name).resolve()]) if path.exists())
