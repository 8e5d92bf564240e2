"""The first cell, before any import: `OLDEST` has the versions that are needed, `VARIABLES` go first."""

OLDEST: dict[str, str] = {}
VARIABLES: dict[str, str] = {}

# cell
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version


def lacks(package, oldest):
    try:
        here = version(package)
    except PackageNotFoundError:
        return True
    return [int(part) for part in re.findall(r"\d+", here)[:3]] < [int(part) for part in oldest.split(".")]


os.environ.update(VARIABLES)
wanted = [f"{package}>={oldest}" for package, oldest in OLDEST.items() if lacks(package, oldest)]
if wanted:
    if shutil.which("nvidia-smi"):
        wanted = [one.replace("jax>", "jax[cuda12]>") for one in wanted]
    print(f"This notebook needs {', '.join(wanted)}: installing")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *wanted], check=True)
imported = sorted({"jax", "numpy"} & sys.modules.keys()) if wanted or VARIABLES else []
if imported:
    sys.exit(f"{' and '.join(imported)} had been imported: restart the runtime, then run all cells")

import jax

print(f"jax {jax.__version__} on {jax.devices()[0].device_kind}. A CPU will do; times are this machine's.")
