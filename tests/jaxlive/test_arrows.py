"""The arrows between the engine's parts: cli → web → room, talk, runs → engines → worker → lab."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import ROOT

ENGINE = ROOT / "server" / "jaxlive"
LEAVES = {"logs", "project"}
ARROWS = {
    "logs": set[str](),
    "project": set[str](),
    "settings": set[str](),
    "background": set[str](),
    "lab": set[str](),
    "worker_start": {"worker"},
    "worker": {"lab"},
    "template": {"worker", "worker_start", "lab"},
    "engines": {"worker", "worker_start", "lab", "background"},
    "runs": {"engines", "lab", "background", "settings"},
    "talk": {"runs", "engines", "lab"},
    "room": {"talk", "runs"},
    "services": {"room", "talk", "runs", "engines", "lab", "settings"},
    "notebook": {"runs", "engines", "lab"},
    "web": {"services", "notebook", "room", "talk", "runs", "engines", "lab", "settings"},
    "cli": {"web", "services", "notebook", "room", "talk", "runs", "engines", "lab", "settings"},
    "__main__": {"cli", "web", "settings"},
    "__init__": {"lab"},
}
"""The parts that each part may import, besides itself and the leaves."""
WEB = {"fastapi", "starlette", "uvicorn"}
SPEAKS_HTTP = {"web", "cli", "__main__"}
PACKAGES = [path.parent for path in ENGINE.glob("*/__init__.py")]
MODULES = sorted([*ENGINE.glob("*.py"), *(path for folder in PACKAGES for path in folder.rglob("*.py"))])


def part(module: str) -> str:
    """The part of the engine that a module belongs to, as `runs` for `jaxlive.runs.log`."""
    return module.split(".")[1]


def imported(source: str) -> Iterator[str]:
    """Full names of the modules that a file imports, wherever it does."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "a relative import: name the module in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def against(source: str, of: str) -> set[str]:
    """What a file of this part imports against the arrows."""
    allowed = ARROWS[of] | LEAVES | {of}
    parts = {part(name) for name in imported(source) if name.startswith("jaxlive.")}
    packages = {name.partition(".")[0] for name in imported(source)}
    return (parts - allowed) | (set() if of in SPEAKS_HTTP else packages & WEB)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_a_module_imports_along_the_arrows(path: Path) -> None:
    own = path.relative_to(ENGINE).with_suffix("").parts[0]
    found = against(path.read_text(), own)
    assert not found


@pytest.mark.parametrize(
    ("source", "of", "found"),
    [
        ("from jaxlive.settings import Settings", "engines", {"settings"}),
        ("from jaxlive import runs", "lab", {"runs"}),
        ("def later():\n    import jaxlive.web.auth", "talk", {"web"}),
        ("from starlette.datastructures import Headers", "talk", {"starlette"}),
        ("import fastapi.sse", "runs", {"fastapi"}),
        ("import fastapi.sse\nfrom jaxlive.runs import log", "web", set()),
        ("from jaxlive.web.app import create_app", "services", {"web"}),
    ],
)
def test_an_import_against_the_arrows_is_found(source: str, of: str, found: set[str]) -> None:
    assert against(source, of) == found
