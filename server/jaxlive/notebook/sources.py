"""What an experiment's file needs: the modules that go along with it, and the names that its region uses."""

import ast
import base64
import builtins
import io
import tarfile
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path, PurePath

from jaxlive.lab.declare.experiment import Experiment

SHOWING = "jaxlive.lab.show.notebook"
COMPARING = "jaxlive.lab.measure.comparison"


@dataclass(frozen=True)
class Names:
    """What a region needs to run alone: `imports`, and `others` of its file; `defines` is what it brings."""

    imports: list[str]
    others: list[str]
    defines: list[str]


def modules(experiment: Experiment) -> dict[str, Path]:
    """The experiment's module and those of its package and of jaxlive that it imports, however far."""
    own = experiment.run.__module__
    packages = {own.partition(".")[0], "jaxlive"}
    found: dict[str, Path] = {}
    waiting = [own, SHOWING, COMPARING]
    while waiting:
        module = waiting.pop()
        path = _file(module) if module.partition(".")[0] in packages and module not in found else None
        if path:
            found[module] = path
            waiting += [*_imported(path), module.rpartition(".")[0]]
    return dict(sorted(found.items()))


def packed(experiment: Experiment) -> str:
    """These modules as an archive, tar and xz, in base64; the same for the same files."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:xz") as archive:
        for module, path in modules(experiment).items():
            place = PurePath(*module.split("."))
            member = tarfile.TarInfo(str(place / path.name if path.name == "__init__.py" else f"{place}.py"))
            member.size = path.stat().st_size
            archive.addfile(member, io.BytesIO(path.read_bytes()))
    return base64.b64encode(content.getvalue()).decode()


def names(experiment: Experiment) -> Names:
    """Of the region `slide`: what it takes from the rest of its file."""
    region = ast.parse(experiment.source.code)
    defines = [name for statement in region.body for name in _bound(statement)]
    used = {node.id for node in ast.walk(region) if isinstance(node, ast.Name)} - {*defines, *dir(builtins)}
    imports, others = [], []
    for statement in ast.parse(experiment.path.read_text()).body:
        for name in sorted(used.intersection(_bound(statement))):
            used.discard(name)
            if isinstance(statement, ast.Import | ast.ImportFrom):
                imports.append(_only(statement, name))
            else:
                others.append(name)
    return Names(imports, others, list(dict.fromkeys(defines)))


@cache
def _file(module: str) -> Path | None:
    """None for a name within a module."""
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        return None
    return Path(spec.origin) if spec and spec.origin else None


@cache
def _imported(path: Path) -> tuple[str, ...]:
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(found)


def _bound(statement: ast.stmt) -> list[str]:
    """The names that a statement binds."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name.partition(".")[0] for alias in statement.names]
    stored = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return [node.id for node in stored if isinstance(node.ctx, ast.Store)]


def _only(statement: ast.Import | ast.ImportFrom, name: str) -> str:
    """The import of this name alone."""
    kept = [alias for alias in statement.names if name == (alias.asname or alias.name.partition(".")[0])]
    if isinstance(statement, ast.Import):
        return ast.unparse(ast.Import(kept))
    return ast.unparse(ast.ImportFrom(statement.module, kept, 0))
