"""What JAX doesn't promise to keep is used in four files, apart from what a slide is about."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.running import ROOT

FOLDERS = (ROOT / "experiments", ROOT / "server" / "jaxlive")
OURS = {
    "lab/programs/stages.py",
    "lab/programs/analyses.py",
    "lab/programs/xla.py",
    "helpers/persistent_cache.py",
}
ON_SLIDES = {
    "compilation/checked.py": {"jax.experimental.checkify"},
    "compilation/without_fusion.py": {"xla_disable_hlo_passes"},
    "frameworks/pallas.py": {"jax.experimental.pallas"},
    "transformations/custom_transformation.py": {"jax.extend.core.Literal"},
}
MODULES = ("jax._src", "jax.experimental", "jax.extend", "jax.ad_checkpoint", "jax.interpreters")
METHODS = {"cost_analysis", "memory_analysis", "as_text", "pretty_print", "ProfileData", "ProfileOptions"}
OPTIONS = "xla_"


def test_the_experiments_use_nothing_else() -> None:
    used = {str(path.relative_to(top)): set(beyond(path)) for top in FOLDERS for path in top.rglob("*.py")}
    assert {name for name in OURS if used[name]} == OURS
    assert {name: found for name, found in used.items() if found and name not in OURS} == ON_SLIDES


def beyond(path: Path) -> Iterator[str]:
    """Names of modules, methods and options of the compiler in a file that JAX's promise leaves out."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name for name in names if name.startswith(MODULES))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith(MODULES))
        elif isinstance(node, ast.Attribute) and node.attr in METHODS:
            yield node.attr
        elif isinstance(node, ast.Constant) and str(node.value).startswith(OPTIONS):
            yield str(node.value)
