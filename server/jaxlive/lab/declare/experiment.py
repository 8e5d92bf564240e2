"""The registry: an experiment is one file with one decorated generator, found by itself."""

import importlib
import logging
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, Literal, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field

from jaxlive.lab.declare.blocks import AnyBlock, Append
from jaxlive.project import FILE, BadTalk, packages, project, shown_path

Output = AnyBlock | Append
Generator = Callable[[Any], Iterator[Output]]


class Params(BaseModel):
    """Parameters of an experiment: strict, bounded, with units; subclass and add fields."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)

    device: Literal["auto", "cpu", "gpu"] = Field("auto", description="auto: the GPU when there is one")

    def bytes_needed(self) -> int:
        """Bytes that a run with these parameters allocates at its peak, by formula; 0 for next to nothing."""
        return 0


class MissingPackage(RuntimeError):
    """An experiment needs a package that is not installed."""


@dataclass(frozen=True)
class Region:
    """Lines between `# region NAME` and `# endregion NAME`; `first_line` counts from 1 in the file."""

    path: Path
    code: str
    first_line: int


@dataclass(frozen=True)
class Experiment:
    """A declaration: what the server, the command line and the deck know before anything runs."""

    name: str
    title: str
    section: str
    summary: str
    params: type[Params]
    run: Generator
    path: Path
    typical_seconds: float
    needs: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)
    large: tuple[dict[str, Any], ...] = ()

    @property
    def variants(self) -> tuple[str, ...]:
        """Values of the parameter `variant` that run one side alone; empty without such a parameter."""
        variant = self.params.model_fields.get("variant")
        return tuple(choice for choice in get_args(variant.annotation) if choice != "all") if variant else ()

    @property
    def source(self) -> Region:
        """The code on the slide."""
        return region(self.path, "slide")


_registry: dict[str, Experiment] = {}


def experiment(  # noqa: PLR0913
    *,
    title: str,
    section: str,
    typical_seconds: float,
    needs: tuple[str, ...] = (),
    environment: Mapping[str, str] | None = None,
    large: tuple[dict[str, Any], ...] = (),
) -> Callable[[Generator], Generator]:
    """Declare the generator below as the experiment of its name (kebab-case in URLs).

    `needs` names modules beyond jax and numpy that it imports when it runs. `environment` holds variables
    that libraries read once, when they start: such an experiment has a worker of its own. `large`
    holds parameters that fill a GPU: preflight runs them too where there is one. Raises BadTalk when another
    file has the name.
    """

    def register(run: Generator) -> Generator:
        module = sys.modules[run.__module__]
        name, path = run.__name__.replace("_", "-"), Path(str(module.__file__))
        if name in _registry and _registry[name].path != path:
            raise BadTalk(
                f"two experiments are named {name!r}: {_registry[name].path} and {path}; rename one"
            )
        params = next(iter(get_type_hints(run).values()))
        summary = (module.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
        _registry[name] = Experiment(
            name, title, section, summary, params, run, path, typical_seconds, needs, dict(environment or {}),
            large,
        )  # fmt: skip
        return run

    return register


def experiments() -> dict[str, Experiment]:
    """All experiments by name, in the order of their names. Raises BadTalk."""
    _import_all()
    return dict(sorted(_registry.items()))


@cache
def _import_all() -> None:
    """Import the packages of experiments, once. The talk's own are found from any folder."""
    if (root := str(project().root)) not in sys.path:
        sys.path.insert(0, root)
    for package, setting in packages().items():
        module = _imported(package, f"correct {setting}, or install what is missing")
        for found in pkgutil.walk_packages(getattr(module, "__path__", []), f"{package}."):
            _imported(found.name, "correct the file")
    if not _registry:
        logging.getLogger("jaxlive").warning(
            f"no experiments: name packages that have some in [tool.jaxlive] experiments of {root}/{FILE}"
        )


def _imported(module: str, remedy: str) -> ModuleType:
    """A module. Raises BadTalk, with the reason and the remedy."""
    try:
        return importlib.import_module(module)
    except BadTalk:
        raise
    except Exception as error:
        passing = (__file__, importlib.__file__, "<frozen")
        frames = [one for one in extract_tb(error.__traceback__) if not one.filename.startswith(passing)]
        where = f" at {frames[0].filename}:{frames[0].lineno}" if frames else ""
        reason = f"{type(error).__name__}: {error}{where}"
        raise BadTalk(f"the experiments of {module} cannot be imported ({reason}): {remedy}") from error


def require(modules: tuple[str, ...]) -> None:
    """Raise MissingPackage unless all of these can be imported."""
    missing = sorted({name.partition(".")[0] for name in modules if not installed(name)})
    if missing:
        raise MissingPackage(f"{', '.join(missing)} is not installed here: pip install {' '.join(missing)}")


def installed(module: str) -> bool:
    """Whether the package of a module is installed."""
    return find_spec(module.partition(".")[0]) is not None


def region(path: Path, name: str) -> Region:
    """The named region of a file. Raises ValueError when the file has none of that name."""
    lines = path.read_text().splitlines()
    try:
        start, end = lines.index(f"# region {name}"), lines.index(f"# endregion {name}")
    except ValueError:
        raise ValueError(f"{path} lacks '# region {name}' or '# endregion {name}': add the line") from None
    return Region(shown_path(path), as_shown("\n".join(lines[start + 1 : end])), start + 2)


def as_shown(code: str) -> str:
    """Code without words to the formatter, line by line as in its file."""
    return re.sub(r" +# fmt: skip$", "", code, flags=re.MULTILINE)
